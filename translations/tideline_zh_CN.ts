<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Actions</name>
    <message>
        <source>Open &amp;Directory…</source>
        <translation>打开目录(&amp;D)…</translation>
    </message>
    <message>
        <source>Open a profile directory, or a parent of several</source>
        <translation>打开一个性能数据目录，或包含多个数据的上级目录</translation>
    </message>
    <message>
        <source>Open &amp;File…</source>
        <translation>打开文件(&amp;F)…</translation>
    </message>
    <message>
        <source>Open one or several trace files</source>
        <translation>打开一个或多个轨迹文件</translation>
    </message>
    <message>
        <source>Open &amp;Sample</source>
        <translation>打开示例(&amp;S)</translation>
    </message>
    <message>
        <source>Open the built-in sample profile</source>
        <translation>打开内置的示例数据</translation>
    </message>
    <message>
        <source>Re&amp;load</source>
        <translation>重新加载(&amp;L)</translation>
    </message>
    <message>
        <source>Read the profile again from disk</source>
        <translation>从磁盘重新读取</translation>
    </message>
    <message>
        <source>&amp;Export Table…</source>
        <translation>导出表格(&amp;E)…</translation>
    </message>
    <message>
        <source>Write the table as shown as CSV</source>
        <translation>按当前显示导出为 CSV</translation>
    </message>
    <message>
        <source>&amp;New Window</source>
        <translation>新建窗口(&amp;N)</translation>
    </message>
    <message>
        <source>Open another window</source>
        <translation>再打开一个窗口</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>关闭(&amp;C)</translation>
    </message>
    <message>
        <source>Close the profile</source>
        <translation>关闭当前数据</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>Leave Tideline</source>
        <translation>退出 Tideline</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>Copy the selected rows or text</source>
        <translation>复制选中的行或文字</translation>
    </message>
    <message>
        <source>&amp;System</source>
        <translation>跟随系统(&amp;S)</translation>
    </message>
    <message>
        <source>Colours of the desktop</source>
        <translation>使用桌面的配色</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>浅色(&amp;L)</translation>
    </message>
    <message>
        <source>Light colours</source>
        <translation>浅色配色</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>深色(&amp;D)</translation>
    </message>
    <message>
        <source>Dark colours</source>
        <translation>深色配色</translation>
    </message>
    <message>
        <source>English texts</source>
        <translation>英文界面</translation>
    </message>
    <message>
        <source>Chinese texts</source>
        <translation>中文界面</translation>
    </message>
    <message>
        <source>&amp;Full Screen</source>
        <translation>全屏(&amp;F)</translation>
    </message>
    <message>
        <source>Use the whole screen</source>
        <translation>使用整个屏幕</translation>
    </message>
    <message>
        <source>&amp;Restore Default Layout</source>
        <translation>恢复默认布局(&amp;R)</translation>
    </message>
    <message>
        <source>Put all panes back where they belong</source>
        <translation>把所有面板放回默认位置</translation>
    </message>
    <message>
        <source>Hide or Show &amp;Bottom Area</source>
        <translation>隐藏或显示底部区域(&amp;B)</translation>
    </message>
    <message>
        <source>Hide or show the panes below the timeline</source>
        <translation>隐藏或显示时间线下方的面板</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>后退(&amp;B)</translation>
    </message>
    <message>
        <source>Back to the view before</source>
        <translation>回到上一个视图</translation>
    </message>
    <message>
        <source>&amp;Forward</source>
        <translation>前进(&amp;F)</translation>
    </message>
    <message>
        <source>Forward to the view after</source>
        <translation>前进到下一个视图</translation>
    </message>
    <message>
        <source>Fi&amp;t</source>
        <translation>适应窗口(&amp;T)</translation>
    </message>
    <message>
        <source>Show the whole profile</source>
        <translation>显示全部数据</translation>
    </message>
    <message>
        <source>Zoom &amp;In</source>
        <translation>放大(&amp;I)</translation>
    </message>
    <message>
        <source>Show half of the time range</source>
        <translation>时间范围减半</translation>
    </message>
    <message>
        <source>Zoom &amp;Out</source>
        <translation>缩小(&amp;O)</translation>
    </message>
    <message>
        <source>Show twice the time range</source>
        <translation>时间范围加倍</translation>
    </message>
    <message>
        <source>&amp;Next Pane</source>
        <translation>下一个面板(&amp;N)</translation>
    </message>
    <message>
        <source>Move the keyboard to the next pane</source>
        <translation>把键盘焦点移到下一个面板</translation>
    </message>
    <message>
        <source>&amp;Previous Pane</source>
        <translation>上一个面板(&amp;P)</translation>
    </message>
    <message>
        <source>Move the keyboard to the pane before</source>
        <translation>把键盘焦点移到上一个面板</translation>
    </message>
    <message>
        <source>&amp;Keys</source>
        <translation>快捷键(&amp;K)</translation>
    </message>
    <message>
        <source>List all keys</source>
        <translation>列出所有快捷键</translation>
    </message>
    <message>
        <source>&amp;About Tideline</source>
        <translation>关于 Tideline(&amp;A)</translation>
    </message>
    <message>
        <source>Version and licence</source>
        <translation>版本与许可证</translation>
    </message>
    <message>
        <source>Export &amp;Report…</source>
        <translation>导出报告(&amp;R)…</translation>
    </message>
    <message>
        <source>Write what was found as PDF, HTML, Markdown or JSON</source>
        <translation>把分析结果写为 PDF、HTML、Markdown 或 JSON</translation>
    </message>
    <message>
        <source>&amp;Print Report…</source>
        <translation>打印报告(&amp;P)…</translation>
    </message>
    <message>
        <source>Look at the report on paper and print it</source>
        <translation>预览打印效果并打印报告</translation>
    </message>
    <message>
        <source>Add &amp;Note</source>
        <translation>添加备注(&amp;N)</translation>
    </message>
    <message>
        <source>Write a note about what is selected</source>
        <translation>为所选内容写备注</translation>
    </message>
    <message>
        <source>&amp;Limit to Selection</source>
        <translation>限定到所选内容(&amp;L)</translation>
    </message>
    <message>
        <source>Count only what lies inside the selection in all figures</source>
        <translation>所有统计只计入所选内容</translation>
    </message>
    <message>
        <source>Clear &amp;Scope</source>
        <translation>清除分析范围(&amp;S)</translation>
    </message>
    <message>
        <source>Count the whole profile again in all figures</source>
        <translation>所有统计重新计入全部数据</translation>
    </message>
    <message>
        <source>&amp;Find…</source>
        <translation>查找(&amp;F)…</translation>
    </message>
    <message>
        <source>Find slices by the words of their names</source>
        <translation>按名称中的词查找事件</translation>
    </message>
    <message>
        <source>Find Ne&amp;xt</source>
        <translation>查找下一个(&amp;X)</translation>
    </message>
    <message>
        <source>Show the next slice that was found</source>
        <translation>显示找到的下一个事件</translation>
    </message>
    <message>
        <source>Find Pre&amp;vious</source>
        <translation>查找上一个(&amp;V)</translation>
    </message>
    <message>
        <source>Show the slice that was found before</source>
        <translation>显示找到的上一个事件</translation>
    </message>
    <message>
        <source>&amp;Go to Time…</source>
        <translation>转到时间(&amp;G)…</translation>
    </message>
    <message>
        <source>Show a time or a step in the timeline</source>
        <translation>在时间线中显示某个时间或 step</translation>
    </message>
    <message>
        <source>Cle&amp;ar Cache</source>
        <translation>清除缓存(&amp;A)</translation>
    </message>
    <message>
        <source>Remove what is kept to open profiles faster again</source>
        <translation>删除为加快再次打开而保留的数据</translation>
    </message>
    <message>
        <source>Open Par&amp;ts of Directory…</source>
        <translation>打开目录的部分内容(&amp;T)…</translation>
    </message>
    <message>
        <source>List what a directory holds and choose what of it to read</source>
        <translation>列出目录中的内容并选择要读取的部分</translation>
    </message>
</context>
<context>
    <name>Advice</name>
    <message>
        <source>Severity</source>
        <translation>级别</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>分类</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>实测值</translation>
    </message>
    <message>
        <source>Expected gain</source>
        <translation>预期收益</translation>
    </message>
    <message>
        <source>About the gain</source>
        <translation>收益说明</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Worst rank</source>
        <translation>最差 rank</translation>
    </message>
    <message>
        <source>%1 … (%2 ranks)</source>
        <translation>%1 …（共 %2 个 rank）</translation>
    </message>
    <message>
        <source>All findings together: %1.</source>
        <translation>全部诊断结果合计：%1。</translation>
    </message>
    <message>
        <source>Explained by</source>
        <translation>解释规则</translation>
    </message>
    <message>
        <source>Not judged</source>
        <translation>未判定</translation>
    </message>
</context>
<context>
    <name>Advisor</name>
    <message>
        <source>not quantified: the profile gives nothing to compare with</source>
        <translation>数据中没有可对比的内容，无法量化</translation>
    </message>
    <message>
        <source>the profile holds no device work</source>
        <translation>数据中没有设备侧工作</translation>
    </message>
    <message>
        <source>the kernels have no types (profiler level 0 or no kernel table)</source>
        <translation>算子没有类型信息（profiler 级别为 0 或没有算子表）</translation>
    </message>
    <message>
        <source>no AI Core counters were collected</source>
        <translation>未采集 AI Core 计数器</translation>
    </message>
    <message>
        <source>no AscendCL calls in the profile</source>
        <translation>数据中没有 AscendCL 调用</translation>
    </message>
    <message>
        <source>no timeline in the profile</source>
        <translation>数据中没有时间线</translation>
    </message>
    <message>
        <source>communication.json is missing</source>
        <translation>缺少 communication.json</translation>
    </message>
    <message>
        <source>memory_record.csv is missing</source>
        <translation>缺少 memory_record.csv</translation>
    </message>
    <message>
        <source>upper bound: no better instance in the profile to compare with</source>
        <translation>上限：数据中没有更好的实例可对比</translation>
    </message>
    <message>
        <source>Operators on the AI CPU</source>
        <translation>运行在 AI CPU 上的算子</translation>
    </message>
    <message>
        <source>Bring them to the AI Core: cast double precision and 64-bit integers to smaller types, use an equivalent operator, or a newer CANN version.</source>
        <translation>让它们在 AI Core 上运行：把双精度和 64 位整数转换为更小的类型，改用等价算子，或使用更新的 CANN 版本。</translation>
    </message>
    <message>
        <source>a single device: the profile holds no communication</source>
        <translation>单设备：数据中没有通信</translation>
    </message>
    <message>
        <source>not quantified: sizes and rates of the operations are not known</source>
        <translation>通信操作的数据量和速率未知，无法量化</translation>
    </message>
    <message>
        <source>upper bound: all waiting gone and every link at its best rate</source>
        <translation>上限：等待全部消除，且每条链路都达到最佳速率</translation>
    </message>
    <message>
        <source>Communication takes a large share</source>
        <translation>通信占比较高</translation>
    </message>
    <message>
        <source>Move less data or move it better: compress gradients, choose another algorithm, change the parallel plan.</source>
        <translation>减少搬运的数据量或改进搬运方式：压缩梯度、更换通信算法、调整并行策略。</translation>
    </message>
    <message>
        <source>The rules named as explanation say what to do: most of this time is not spent moving data.</source>
        <translation>对策见列为解释的规则：这部分时间大多不是在搬运数据。</translation>
    </message>
    <message>
        <source>compared with the median of the same name and shape</source>
        <translation>与同名称、同形状的中位数对比</translation>
    </message>
    <message>
        <source>Kernels that sometimes take much longer</source>
        <translation>偶尔耗时明显变长的算子</translation>
    </message>
    <message>
        <source>Look at what runs beside them: copies or communication on the same memory, a lowered clock, unequal data.</source>
        <translation>查看与它们同时运行的内容：访问同一内存的拷贝或通信、降频、数据不均匀。</translation>
    </message>
    <message>
        <source>profiler_metadata.json is missing or names no variables</source>
        <translation>缺少 profiler_metadata.json，或其中没有环境变量</translation>
    </message>
    <message>
        <source>the settings of the profiler are not known</source>
        <translation>profiler 的配置未知</translation>
    </message>
    <message>
        <source>a setting: what it costs depends on the job</source>
        <translation>配置项：代价因任务而异</translation>
    </message>
    <message>
        <source>the cost of recording is not in the profile</source>
        <translation>采集本身的开销不在数据中</translation>
    </message>
    <message>
        <source>about the recording, not about the job</source>
        <translation>仅涉及采集，与任务无关</translation>
    </message>
    <message>
        <source>Environment variables</source>
        <translation>环境变量</translation>
    </message>
    <message>
        <source>Recommended: PYTORCH_NPU_ALLOC_CONF=expandable_segments:True, ACLNN_CACHE_LIMIT of 10000 or more, HOST_CACHE_CAPACITY above 0, ASCEND_GLOBAL_LOG_LEVEL=3; the others unset.</source>
        <translation>推荐设置：PYTORCH_NPU_ALLOC_CONF=expandable_segments:True，ACLNN_CACHE_LIMIT 不小于 10000，HOST_CACHE_CAPACITY 大于 0，ASCEND_GLOBAL_LOG_LEVEL=3；其余不设置。</translation>
    </message>
    <message>
        <source>Recording slows the job down</source>
        <translation>采集拖慢了任务</translation>
    </message>
    <message>
        <source>Take a second profile without them before you trust absolute times.</source>
        <translation>若要采信绝对时间，请先关闭这些开关再采集一份数据。</translation>
    </message>
    <message>
        <source>The data is incomplete</source>
        <translation>数据不完整</translation>
    </message>
    <message>
        <source>See the import report; record again if the missing part matters.</source>
        <translation>请查看导入报告；如果缺失的部分重要，请重新采集。</translation>
    </message>
    <message>
        <source>upper bound: all conversions gone, launches as they are</source>
        <translation>上限：转换全部消除，下发不变</translation>
    </message>
    <message>
        <source>Conversions of format and type</source>
        <translation>格式与类型转换</translation>
    </message>
    <message>
        <source>Declare layout and data type once at the input, avoid private formats, and keep one data type through the model.</source>
        <translation>在输入处一次性确定格式和数据类型，避免私有格式，整个模型保持同一种数据类型。</translation>
    </message>
    <message>
        <source>of the memory traffic only; the faster cube comes on top</source>
        <translation>仅计内存搬运；Cube 提速的收益另计</translation>
    </message>
    <message>
        <source>Matrix operators in 32-bit precision</source>
        <translation>32 位精度的矩阵算子</translation>
    </message>
    <message>
        <source>Use bf16 or fp16 with mixed precision, or HF32 where the accuracy allows it.</source>
        <translation>使用 bf16 或 fp16 混合精度，或在精度允许时使用 HF32。</translation>
    </message>
    <message>
        <source>upper bound: every gap as short as the shortest</source>
        <translation>上限：每个间隙都缩短到最短的间隙</translation>
    </message>
    <message>
        <source>The device is idle between its work</source>
        <translation>设备在任务之间空闲</translation>
    </message>
    <message>
        <source>Find what the host does in the longest gaps; the rules named as explanation break them down.</source>
        <translation>查清主机在最长的间隙中做了什么；列为解释的规则给出了细分。</translation>
    </message>
    <message>
        <source>Large gaps</source>
        <translation>较大的间隙</translation>
    </message>
    <message>
        <source>Jump to the gap and look at the host at that time: loading, logging, synchronisation, compilation.</source>
        <translation>跳转到该间隙，查看主机当时在做什么：数据加载、写日志、同步、编译。</translation>
    </message>
    <message>
        <source>Sequences that could be fused</source>
        <translation>可融合的算子序列</translation>
    </message>
    <message>
        <source>Use a fused operator for the sequence, or write one; in graph mode the launches disappear by themselves.</source>
        <translation>为该序列使用融合算子，或自行编写；图模式下，下发开销会自动消失。</translation>
    </message>
    <message>
        <source>no device tasks on the timeline</source>
        <translation>时间线上没有设备任务</translation>
    </message>
    <message>
        <source>Copies between host and device</source>
        <translation>主机与设备间的拷贝</translation>
    </message>
    <message>
        <source>Use pinned memory and non-blocking copies, and leave values on the device instead of reading them every step.</source>
        <translation>使用锁页内存和非阻塞拷贝；数值尽量留在设备上，不要每个 step 都读取。</translation>
    </message>
    <message>
        <source>garbage collection was not recorded</source>
        <translation>未采集垃圾回收</translation>
    </message>
    <message>
        <source>the profile holds no data loader calls</source>
        <translation>数据中没有 DataLoader 调用</translation>
    </message>
    <message>
        <source>upper bound: the idle time under the optimizer; its small kernels come on top</source>
        <translation>上限：优化器执行期间的空闲时间；其小算子的收益另计</translation>
    </message>
    <message>
        <source>the profile marks no steps</source>
        <translation>数据中没有 step 标记</translation>
    </message>
    <message>
        <source>Garbage collection</source>
        <translation>垃圾回收</translation>
    </message>
    <message>
        <source>Freeze long-lived objects, raise the threshold or collect at fixed points, and avoid reference cycles in the loop.</source>
        <translation>冻结长生命周期对象，提高回收阈值或在固定位置回收，并避免在训练循环中产生循环引用。</translation>
    </message>
    <message>
        <source>Optimizer that is not fused</source>
        <translation>未融合的优化器</translation>
    </message>
    <message>
        <source>Use the fused form of this optimizer, whose name begins with NpuFused.</source>
        <translation>使用该优化器的融合版本，其名称以 NpuFused 开头。</translation>
    </message>
    <message>
        <source>Slow data loading</source>
        <translation>数据加载缓慢</translation>
    </message>
    <message>
        <source>Load ahead: more workers, pinned memory, prefetching, faster storage or a packed data format.</source>
        <translation>提前加载：增加 worker、使用锁页内存、预取、更快的存储或打包的数据格式。</translation>
    </message>
    <message>
        <source>Long preparation before the first kernel</source>
        <translation>首个算子之前的准备过长</translation>
    </message>
    <message>
        <source>The step begins %3 before the device gets its first work: %1 of both together.</source>
        <translation>step 开始 %3 之后设备才得到首个任务：占其与设备活动区间之和的 %1。</translation>
    </message>
    <message>
        <source>Prefetch the input and move host work out of the start of the step.</source>
        <translation>预取输入，并把主机侧工作移出 step 的开头。</translation>
    </message>
    <message>
        <source>the profile does not link kernels with their launches</source>
        <translation>数据没有把算子与其下发关联起来</translation>
    </message>
    <message>
        <source>the kernels have no waiting time</source>
        <translation>算子没有等待时间</translation>
    </message>
    <message>
        <source>upper bound: the host always ahead of the device</source>
        <translation>上限：主机始终领先于设备</translation>
    </message>
    <message>
        <source>counted where the host is the cause of gaps (H02)</source>
        <translation>已计入由主机造成间隙的规则（H02）</translation>
    </message>
    <message>
        <source>The device waits for the host</source>
        <translation>设备等待主机</translation>
    </message>
    <message>
        <source>Give the host less to do per step: fewer operators, fused ones, graph mode, a larger batch, processor binding.</source>
        <translation>减少主机每个 step 的工作：减少算子数量、使用融合算子、图模式、更大的 batch、绑核。</translation>
    </message>
    <message>
        <source>Kernels wait long for their start</source>
        <translation>算子启动前等待过长</translation>
    </message>
    <message>
        <source>Switch the task queue on and launch fewer, larger kernels.</source>
        <translation>开启任务队列，下发数量更少、粒度更大的算子。</translation>
    </message>
    <message>
        <source>compared with healthy instances of the same name and shape</source>
        <translation>与同名称、同形状的正常实例对比</translation>
    </message>
    <message>
        <source>Hot operator</source>
        <translation>热点算子</translation>
    </message>
    <message>
        <source>Tune or replace this operator first: check that it runs on the intended core type, and try the vendor&apos;s operator tuning on its shapes.</source>
        <translation>优先调优或替换该算子：检查它是否运行在预期的核类型上，并用厂商的算子调优工具针对其形状调优。</translation>
    </message>
    <message>
        <source>the kernels have no OP State</source>
        <translation>算子没有 OP State</translation>
    </message>
    <message>
        <source>Kernels compiled for changing shapes</source>
        <translation>因形状变化而编译的算子</translation>
    </message>
    <message>
        <source>Switch just-in-time compilation off, keep shapes fixed, or warm the tiling cache.</source>
        <translation>关闭即时编译，保持形状固定，或预热 tiling 缓存。</translation>
    </message>
    <message>
        <source>Operators compiled while training</source>
        <translation>训练期间编译的算子</translation>
    </message>
    <message>
        <source>Switch just-in-time compilation off or keep the compile cache warm between runs.</source>
        <translation>关闭即时编译，或在多次运行之间保留编译缓存。</translation>
    </message>
    <message>
        <source>the cube utilisation of kernels was not collected</source>
        <translation>未采集算子的 Cube 利用率</translation>
    </message>
    <message>
        <source>Cores poorly occupied inside kernels</source>
        <translation>算子运行时核占用不足</translation>
    </message>
    <message>
        <source>Give each kernel more blocks: larger tiles or batch, fused operators, a 16-bit data type.</source>
        <translation>让每个算子使用更多的核：更大的分块或 batch、融合算子、16 位数据类型。</translation>
    </message>
    <message>
        <source>Operators limited by memory traffic</source>
        <translation>受内存搬运限制的算子</translation>
    </message>
    <message>
        <source>Move fewer bytes: fuse with neighbours, keep data in the L2 cache, use a smaller data type or a better layout.</source>
        <translation>减少搬运的字节数：与相邻算子融合，让数据留在 L2 缓存，使用更小的数据类型或更合适的格式。</translation>
    </message>
    <message>
        <source>operator_memory.csv is missing</source>
        <translation>缺少 operator_memory.csv</translation>
    </message>
    <message>
        <source>the memory bandwidth of the device is not known</source>
        <translation>设备的内存带宽未知</translation>
    </message>
    <message>
        <source>fewer than two samples of the memory bandwidth lie inside device work</source>
        <translation>落在设备工作期间的内存带宽采样不足两个</translation>
    </message>
    <message>
        <source>a statement about a limit: only less traffic helps</source>
        <translation>仅说明已达极限：只有减少访存才有效</translation>
    </message>
    <message>
        <source>Main memory is saturated</source>
        <translation>主存带宽饱和</translation>
    </message>
    <message>
        <source>Reduce the traffic; tuning the computation will not help any more.</source>
        <translation>减少访存；继续优化计算不会再有收益。</translation>
    </message>
    <message>
        <source>Fragmented device memory</source>
        <translation>设备内存碎片</translation>
    </message>
    <message>
        <source>At the peak %3 are in use of %4 that are reserved: %5 or %1 lie idle.</source>
        <translation>峰值时预留了 %4，其中在用 %3：闲置 %5，占 %1。</translation>
    </message>
    <message>
        <source>Set PYTORCH_NPU_ALLOC_CONF to expandable_segments:True or limit the size of split blocks.</source>
        <translation>把 PYTORCH_NPU_ALLOC_CONF 设为 expandable_segments:True，或限制可拆分内存块的大小。</translation>
    </message>
    <message>
        <source>One operator holds much of the memory</source>
        <translation>单个算子占用大量内存</translation>
    </message>
    <message>
        <source>Allocations of %3 hold %4 at the peak, %1 of what is in use.</source>
        <translation>峰值时 %3 申请的内存占用 %4，为在用内存的 %1。</translation>
    </message>
    <message>
        <source>Recompute these results instead of keeping them, work in place, or split the operator.</source>
        <translation>用重计算代替保留这些结果，改为原地计算，或拆分该算子。</translation>
    </message>
    <message>
        <source>Operators that use no unit well</source>
        <translation>未充分利用任何单元的算子</translation>
    </message>
    <message>
        <source>Retune these kernels: check the number of blocks against the cores, the tiling and the shapes.</source>
        <translation>重新调优这些算子：对照实际核数检查所用核数，并检查 tiling 和形状。</translation>
    </message>
    <message>
        <source>the profile holds no point-to-point communication</source>
        <translation>数据中没有点对点通信</translation>
    </message>
    <message>
        <source>upper bound: the bubble that the schedule itself needs is not known</source>
        <translation>上限：调度本身必需的气泡未知</translation>
    </message>
    <message>
        <source>Pipeline bubble</source>
        <translation>流水线气泡</translation>
    </message>
    <message>
        <source>Use more micro-batches or an interleaved schedule, and balance the stages.</source>
        <translation>增加 micro-batch 数量或采用交错调度，并均衡各流水线阶段。</translation>
    </message>
    <message>
        <source>the profile holds no computation beside communication</source>
        <translation>数据中没有与通信并行的计算</translation>
    </message>
    <message>
        <source>upper bound: dependencies between computation and communication are not known</source>
        <translation>上限：计算与通信之间的依赖关系未知</translation>
    </message>
    <message>
        <source>Communication hardly overlaps computation</source>
        <translation>通信几乎未被计算掩盖</translation>
    </message>
    <message>
        <source>Only %1 of the communication runs beside computation; %3 is exposed, of which at most %4 could be hidden.</source>
        <translation>只有 %1 的通信与计算并行；未掩盖通信为 %3，其中最多 %4 可以掩盖。</translation>
    </message>
    <message>
        <source>Start collectives earlier and asynchronously: smaller gradient buckets, an order that follows the backward pass.</source>
        <translation>更早并异步地启动集合通信：减小梯度桶，并按反向传播的顺序排列。</translation>
    </message>
    <message>
        <source>fewer than two ranks with step times</source>
        <translation>有 step 时间的 rank 不足两个</translation>
    </message>
    <message>
        <source>computing</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>communication that is not overlapped</source>
        <translation>未掩盖通信</translation>
    </message>
    <message>
        <source>free time</source>
        <translation>空闲时间</translation>
    </message>
    <message>
        <source>the most computation of any rank less the median</source>
        <translation>计算最多的 rank 与中位数之差</translation>
    </message>
    <message>
        <source>Slow rank</source>
        <translation>慢 rank</translation>
    </message>
    <message>
        <source>Ranks with the same role differ in %3 by %1 of their time: %4 against %5. Rank %6 is the slow one, rank %7 waits for it.</source>
        <translation>角色相同的 rank 在%3上的差距为其时间的 %1：%4 对 %5。rank %6 是慢 rank，rank %7 在等它。</translation>
    </message>
    <message>
        <source>Compare the slow rank with a fast one: kernels of the same name (device) or the gaps before them (host).</source>
        <translation>对比慢 rank 与快 rank：同名算子（设备），或算子之前的间隙（主机）。</translation>
    </message>
    <message>
        <source>Many small kernels</source>
        <translation>大量小算子</translation>
    </message>
    <message>
        <source>%1 of the kernels (%3) are shorter than %5; the gaps between them cost %4.</source>
        <translation>%1 的算子（%3 个）短于 %5；它们之间的间隙耗时 %4。</translation>
    </message>
    <message>
        <source>Launch fewer, larger kernels: fused operators, graph mode, a larger batch.</source>
        <translation>下发数量更少、粒度更大的算子：融合算子、图模式、更大的 batch。</translation>
    </message>
    <message>
        <source>Collectives too small for the links</source>
        <translation>集合通信过小，无法用满链路</translation>
    </message>
    <message>
        <source>Send fewer, larger messages: bigger gradient buckets, gradient accumulation, another ZeRO stage.</source>
        <translation>发送数量更少、更大的消息：更大的梯度桶、梯度累积、其他 ZeRO 阶段。</translation>
    </message>
    <message>
        <source>upper bound: the idle time up to the next device work</source>
        <translation>上限：到下一项设备工作为止的空闲时间</translation>
    </message>
    <message>
        <source>Synchronisation leaves the device idle</source>
        <translation>同步使设备空闲</translation>
    </message>
    <message>
        <source>Read values on the host less often: remove item() and explicit synchronisation from the loop, log every n-th step.</source>
        <translation>减少在主机上读取数值的次数：去掉循环中的 item() 和显式同步，每 n 个 step 记录一次日志。</translation>
    </message>
    <message>
        <source>Every launch is waited for</source>
        <translation>每次下发都要等待完成</translation>
    </message>
    <message>
        <source>Unset ASCEND_LAUNCH_BLOCKING outside of debugging.</source>
        <translation>非调试时不要设置 ASCEND_LAUNCH_BLOCKING。</translation>
    </message>
    <message>
        <source>upper bound: with one rank the waiting cannot be compared with others</source>
        <translation>上限：只有一个 rank，等待时间无法与其他 rank 对比</translation>
    </message>
    <message>
        <source>compared with the rank that came last to each collective</source>
        <translation>与每次集合通信中最后到达的 rank 对比</translation>
    </message>
    <message>
        <source>Collectives mostly wait</source>
        <translation>集合通信大多在等待</translation>
    </message>
    <message>
        <source>Make all ranks arrive together: balance their work and remove delays on the host of the late one.</source>
        <translation>让所有 rank 同时到达：均衡各 rank 的工作，并消除迟到 rank 在主机侧的延迟。</translation>
    </message>
    <message>
        <source>data loading</source>
        <translation>数据加载</translation>
    </message>
    <message>
        <source>waiting in a synchronisation</source>
        <translation>在同步中等待</translation>
    </message>
    <message>
        <source>launching on the host</source>
        <translation>主机正在下发</translation>
    </message>
    <message>
        <source>framework idle</source>
        <translation>框架空闲</translation>
    </message>
    <message>
        <source>another device task</source>
        <translation>其他设备任务</translation>
    </message>
    <message>
        <source>waiting for an event</source>
        <translation>等待事件</translation>
    </message>
    <message>
        <source>unexplained</source>
        <translation>原因不明</translation>
    </message>
    <message>
        <source>The device mostly has nothing to do: the host is the limit.</source>
        <translation>设备大多无事可做：瓶颈在主机。</translation>
    </message>
    <message>
        <source>Computation takes most of the time.</source>
        <translation>计算占用了大部分时间。</translation>
    </message>
    <message>
        <source>Moving data between devices takes most of the time.</source>
        <translation>设备间的数据搬运占用了大部分时间。</translation>
    </message>
    <message>
        <source>Most of the time is spent waiting for other ranks.</source>
        <translation>大部分时间在等待其他 rank。</translation>
    </message>
    <message>
        <source>The device mostly waits for the data loader.</source>
        <translation>设备大多在等待数据加载。</translation>
    </message>
    <message>
        <source>No single cause takes most of the time.</source>
        <translation>没有单一原因占用大部分时间。</translation>
    </message>
    <message>
        <source>Kernels run on the slow AI CPU: %4, together %5; the longest, %3, takes %1.</source>
        <translation>有算子运行在较慢的 AI CPU 上：%4 个，共 %5；最长的 %3 耗时 %1。</translation>
    </message>
    <message>
        <source>Communication takes %1 of the device&apos;s span; %4 of it, %5 of the span, is not hidden by computation (collectives: %3).</source>
        <translation>通信占设备活动区间的 %1；其中 %4（占区间的 %5）未被计算掩盖（集合通信：%3 次）。</translation>
    </message>
    <message>
        <source>Kernels that take more than %5 times the median of their like: %3; the excess is %4 or %1 of the step.</source>
        <translation>耗时超过同类中位数 %5 倍的算子：%3 个；超出的时间为 %4，占 step 的 %1。</translation>
    </message>
    <message>
        <source>Settings that are not as recommended (%1): %3.</source>
        <translation>未按推荐设置的项（%1）：%3。</translation>
    </message>
    <message>
        <source>The profile was taken with costly switches (%1): %3.</source>
        <translation>采集时打开了开销较大的开关（%1）：%3。</translation>
    </message>
    <message>
        <source>Reading the profile brought up problems (kinds: %1), first: %3.</source>
        <translation>读取数据时发现问题（%1 类），首先是：%3。</translation>
    </message>
    <message>
        <source>%1 of the compute time (%4) only converts layouts or data types (kernels: %3).</source>
        <translation>计算时间的 %1（%4）只用于转换布局或数据类型（算子：%3 个）。</translation>
    </message>
    <message>
        <source>Matrix and convolution kernels that read 32-bit floats take %1 of the compute time (%4; kernels: %3).</source>
        <translation>读取 32 位浮点数的矩阵和卷积算子占计算时间的 %1（%4；算子：%3 个）。</translation>
    </message>
    <message>
        <source>%1 of the device&apos;s span is free, together %4 (gaps: %3); the main cause is %5 (%6).</source>
        <translation>设备活动区间的 %1 为空闲，共 %4（间隙：%3 个）；主要为：%5（%6）。</translation>
    </message>
    <message>
        <source>The longest gap takes %3 (%1 of the step), mostly %5; gaps longer than %2 of the step: %4.</source>
        <translation>最长的间隙为 %3（占 step 的 %1），主要为：%5；超过 step 的 %2 的间隙：%4 个。</translation>
    </message>
    <message>
        <source>Sequences of kernels repeat (%3): those that wait for launches take %4, %1 of the step, those that mostly move data %5. The largest is %6.</source>
        <translation>有算子序列重复出现（%3 种）：等待下发的占 %4，为 step 的 %1；主要搬运数据的占 %5。最大的是 %6。</translation>
    </message>
    <message>
        <source>Sequences of kernels (%3) repeat and mostly move data between them: %5, %1 of the step. The largest is %6.</source>
        <translation>有算子序列（%3 种）重复出现，且主要在彼此之间搬运数据：%5，占 step 的 %1。最大的是 %6。</translation>
    </message>
    <message>
        <source>Copies keep the device from computing for %4, %1 of the step (copies: %3).</source>
        <translation>拷贝使设备无法计算 %4，占 step 的 %1（拷贝：%3 次）。</translation>
    </message>
    <message>
        <source>Synchronous copies make the host wait (per step: %1); copies keep the device from computing for %4 (copies: %3).</source>
        <translation>同步拷贝使主机等待（每个 step %1 次）；拷贝使设备无法计算 %4（拷贝：%3 次）。</translation>
    </message>
    <message>
        <source>the profile holds no optimizer marks</source>
        <translation>数据中没有优化器标记</translation>
    </message>
    <message>
        <source>the start of the step lies outside the time range</source>
        <translation>step 的起点在所选时间范围之外</translation>
    </message>
    <message>
        <source>Python collected garbage for a millisecond or more (collections per step: %1); the device idled %3 meanwhile.</source>
        <translation>Python 的垃圾回收持续了一毫秒以上（每个 step %1 次）；其间设备空闲 %3。</translation>
    </message>
    <message>
        <source>%3 is not the fused form (calls per step: %1); the device idles %4 under it.</source>
        <translation>%3 不是融合形式（每个 step 调用 %1 次）；其间设备空闲 %4。</translation>
    </message>
    <message>
        <source>The longest data loader call takes %1; the device idles %3 under such calls (calls: %4).</source>
        <translation>DataLoader 最长的一次调用耗时 %1；在此类调用期间设备空闲 %3（调用：%4 次）。</translation>
    </message>
    <message>
        <source>The device idles for %3, %1 of the step, under data loader calls (calls: %4).</source>
        <translation>在 DataLoader 调用期间设备空闲 %3，占 step 的 %1（调用：%4 次）。</translation>
    </message>
    <message>
        <source>Gaps whose next work was launched only after they had begun: %3 of %5; they take %4, %1 of the step.</source>
        <translation>间隙开始后才下发下一任务的：%5 个间隙中有 %3 个；共 %4，占 step 的 %1。</translation>
    </message>
    <message>
        <source>Half of the kernels wait longer than %1 before they start (%2 is healthy; kernels: %4).</source>
        <translation>一半算子启动前的等待超过 %1（正常为 %2；算子：%4 个）。</translation>
    </message>
    <message>
        <source>Kernels of type %3 take %1 of the compute time: %5 per step (calls: %4).</source>
        <translation>类型 %3 的算子占计算时间的 %1：每个 step %5（调用：%4 次）。</translation>
    </message>
    <message>
        <source>All kernels are dynamic, and compiling leaves the device idle for %4, %1 of the step (calls: %3).</source>
        <translation>所有算子都是动态 shape，编译使设备空闲 %4，占 step 的 %1（调用：%3 次）。</translation>
    </message>
    <message>
        <source>Operators are compiled in a step (calls: %3); the device idles %4 meanwhile.</source>
        <translation>step 中在编译算子（调用：%3 次）；其间设备空闲 %4。</translation>
    </message>
    <message>
        <source>Compiling leaves the device idle for %4, %1 of the step (calls: %3).</source>
        <translation>编译使设备空闲 %4，占 step 的 %1（调用：%3 次）。</translation>
    </message>
    <message>
        <source>Inside their kernels the cube cores are occupied %1 of the time (target %2; kernels below it: %3).</source>
        <translation>Cube 核在其算子运行期间的占用率为 %1（目标 %2；低于目标的算子：%3 个）。</translation>
    </message>
    <message>
        <source>%1 of the compute time (%4; kernels: %3) goes into moving data: the memory pipes are saturated, the compute units are not.</source>
        <translation>计算时间的 %1（%4；算子：%3 个）用于搬运数据：访存流水已饱和，而计算单元没有。</translation>
    </message>
    <message>
        <source>no record of the allocated memory lies in the time range</source>
        <translation>所选时间范围内没有已分配内存的记录</translation>
    </message>
    <message>
        <source>%1 of the compute time (%4; kernels: %3) keeps no pipe busy.</source>
        <translation>计算时间的 %1（%4；算子：%3 个）中没有任何流水繁忙。</translation>
    </message>
    <message>
        <source>Point-to-point operations leave the rank without work for %3, %1 of its span (operations: %4).</source>
        <translation>点对点操作使该 rank 无事可做 %3，占其活动区间的 %1（操作：%4 次）。</translation>
    </message>
    <message>
        <source>fewer than two ranks with a rank number and step times: the others cannot be told apart</source>
        <translation>有编号且有 step 时间的 rank 少于两个：其余的无法区分</translation>
    </message>
    <message>
        <source>The gaps between kernels shorter than %5 take %1 of the step (%4); kernels: %3.</source>
        <translation>短于 %5 的算子之间的间隙占 step 的 %1（%4）；算子：%3 个。</translation>
    </message>
    <message>
        <source>%5 operations that move less than %6 each, too little to fill a link: %3 of %4 (%1).</source>
        <translation>每次传输少于 %6、不足以填满链路的 %5 操作：%4 个中有 %3 个（%1）。</translation>
    </message>
    <message>
        <source>The device idles for %4, %1 of the step, under synchronising calls (calls: %3).</source>
        <translation>在同步调用期间设备空闲 %4，占 step 的 %1（调用：%3 次）。</translation>
    </message>
    <message>
        <source>Launches after which the host synchronises at once: %3 of %4 (%1).</source>
        <translation>下发后主机立即同步的：%4 次中有 %3 次（%1）。</translation>
    </message>
    <message>
        <source>%1 of the time of the collectives (%4) is waiting for other ranks (%3), not moving data.</source>
        <translation>集合通信（%4 次）时间的 %1 是在等待其他 rank（%3），而不是在传输数据。</translation>
    </message>
    <message>
        <source>No verdict: there is no device work that shows where the time goes.</source>
        <translation>无法判断：没有设备任务，看不出时间的去向。</translation>
    </message>
    <message>
        <source>the counters of conflicts (ResourceConflictRatio) were not collected</source>
        <translation>未采集冲突计数器（ResourceConflictRatio）</translation>
    </message>
    <message>
        <source>Vector units wait for memory banks</source>
        <translation>向量单元等待存储 bank</translation>
    </message>
    <message>
        <source>Kernels of type %3 (%4) lose %1 of their time to conflicts of memory banks and units.</source>
        <translation>类型为 %3 的算子（%4）因存储 bank 与单元冲突损失 %1 的时间。</translation>
    </message>
    <message>
        <source>Change the tiling or the layout in the local memory so that neighbouring accesses fall into different banks (TUNE_BANK_CONFLICT).</source>
        <translation>调整切分或本地存储中的布局，使相邻访问落入不同的 bank（TUNE_BANK_CONFLICT）。</translation>
    </message>
    <message>
        <source>no communication over SDMA with a known rate</source>
        <translation>没有速率已知的 SDMA 通信</translation>
    </message>
    <message>
        <source>at the rate of operations that run alone, at most what is exposed</source>
        <translation>按单独运行的操作的速率计算，且不超过未被掩盖的部分</translation>
    </message>
    <message>
        <source>Communication and matrix products compete for bandwidth</source>
        <translation>通信与矩阵乘争用带宽</translation>
    </message>
    <message>
        <source>Transfers beside matrix products (%3) take %4, %1 of the step, at down to %5 of the rate of those that run alone.</source>
        <translation>与矩阵乘同时进行的传输（%3）耗时 %4，占 step 的 %1，速率低至单独运行时的 %5。</translation>
    </message>
    <message>
        <source>Move these transfers beside work that needs less bandwidth, or give them fewer cores; overlapping still gains unless the product loses more.</source>
        <translation>将这些传输移到对带宽需求较小的计算旁，或减少其占用的核；除非矩阵乘损失更多，重叠仍有收益。</translation>
    </message>
    <message>
        <source>Memory is asked of the driver again and again</source>
        <translation>反复向驱动申请内存</translation>
    </message>
    <message>
        <source>Calls that take memory from the driver or give it back last %1 per step (calls: %3); the device idles %4 meanwhile.</source>
        <translation>向驱动申请或归还内存的调用每个 step 耗时 %1（调用次数：%3）；期间设备空闲 %4。</translation>
    </message>
    <message>
        <source>The device idles for %4, %1 of the step, while memory is taken from the driver or given back (calls: %3).</source>
        <translation>向驱动申请或归还内存期间，设备空闲 %4，占 step 的 %1（调用次数：%3）。</translation>
    </message>
    <message>
        <source>Set PYTORCH_NPU_ALLOC_CONF to expandable_segments:True and remove empty_cache() from the loop.</source>
        <translation>将 PYTORCH_NPU_ALLOC_CONF 设为 expandable_segments:True，并从循环中移除 empty_cache()。</translation>
    </message>
    <message>
        <source>the frequency of the cores was not recorded</source>
        <translation>未记录核的频率</translation>
    </message>
    <message>
        <source>only one frequency was recorded and the rated one is not known</source>
        <translation>只记录了一个频率，且额定频率未知</translation>
    </message>
    <message>
        <source>The cores run below their rated frequency</source>
        <translation>核运行在额定频率以下</translation>
    </message>
    <message>
        <source>While kernels run the cores are %1 below their %4 MHz, down to %3 MHz.</source>
        <translation>算子运行期间，核频率比额定的 %4 MHz 低 %1，最低 %3 MHz。</translation>
    </message>
    <message>
        <source>Check power limit, temperature and cooling of the device.</source>
        <translation>检查设备的功耗上限、温度与散热。</translation>
    </message>
    <message>
        <source>no group of two ranks with grouped matrix products of known shape: no experts</source>
        <translation>没有两个 rank 以上、shape 已知的分组矩阵乘的通信域：没有专家</translation>
    </message>
    <message>
        <source>fewer than two pipeline stages with step times</source>
        <translation>具有 step 时间的流水线阶段少于两个</translation>
    </message>
    <message>
        <source>the busiest rank&apos;s products as long as those of a mean one; tokens are known by rank, not by expert</source>
        <translation>最忙 rank 的矩阵乘与平均水平一样长；token 数只按 rank 可知，不按专家</translation>
    </message>
    <message>
        <source>the longest stage as long as a mean one</source>
        <translation>最长的阶段与平均阶段一样长</translation>
    </message>
    <message>
        <source>Experts with unequal shares of the tokens</source>
        <translation>各专家分到的 token 不均</translation>
    </message>
    <message>
        <source>The experts of rank %3 work on %4 tokens, %1 more than the mean of their group (%5).</source>
        <translation>rank %3 的专家处理 %4 个 token，比其通信域的平均值（%5）多 %1。</translation>
    </message>
    <message>
        <source>Balance the router (auxiliary loss, capacity limit) or place the busy experts apart.</source>
        <translation>平衡路由（辅助损失、容量上限），或将繁忙的专家分开放置。</translation>
    </message>
    <message>
        <source>Pipeline stages of unequal length</source>
        <translation>流水线阶段长短不一</translation>
    </message>
    <message>
        <source>Stage %3 computes for %4, stage %6 for %7: they differ by %1 of the mean (%5).</source>
        <translation>阶段 %3 计算 %4，阶段 %6 计算 %7：相差平均值（%5）的 %1。</translation>
    </message>
    <message>
        <source>Move layers from the long stage to the short ones.</source>
        <translation>将层从较长的阶段移到较短的阶段。</translation>
    </message>
    <message>
        <source>hit rates of the L2 cache were not collected, or are not available on this chip</source>
        <translation>未采集 L2 缓存命中率，或该芯片不提供</translation>
    </message>
    <message>
        <source>Loads miss the L2 cache</source>
        <translation>访存未命中 L2 缓存</translation>
    </message>
    <message>
        <source>Of what kernels ask of the L2 cache %1 is there, weighted by time (%4 is a good value; kernels below %2: %3).</source>
        <translation>算子对 L2 缓存的请求按时间加权命中 %1（%4 为良好值；低于 %2 的算子：%3）。</translation>
    </message>
    <message>
        <source>Smaller tiles, another order of the blocks or another layout, so that what is read again is still there.</source>
        <translation>使用更小的切块、其他的块顺序或布局，使再次读取的数据仍在缓存中。</translation>
    </message>
    <message>
        <source>the memory of the device is not known</source>
        <translation>设备内存大小未知</translation>
    </message>
    <message>
        <source>fewer than four marked steps</source>
        <translation>有标记的 step 少于四个</translation>
    </message>
    <message>
        <source>Device memory is nearly full</source>
        <translation>设备内存将满</translation>
    </message>
    <message>
        <source>At the peak %3 of the device memory are reserved, %1 of the %4 that a process can use.</source>
        <translation>峰值时预留了 %3 设备内存，占进程可用 %4 的 %1。</translation>
    </message>
    <message>
        <source>Recompute activations (checkpointing), use a narrower type or smaller micro-batches before the next change runs out of memory.</source>
        <translation>在下一次改动导致内存不足之前，采用激活重计算（checkpointing）、更窄的数据类型或更小的 micro-batch。</translation>
    </message>
    <message>
        <source>Memory grows from step to step</source>
        <translation>内存逐 step 增长</translation>
    </message>
    <message>
        <source>At the ends of the steps %3 more are allocated each time, %1 per step, %4 times in a row; steps until the device is full: %5.</source>
        <translation>每个 step 结束时已分配内存都多出 %3（每 step %1），连续 %4 次；距设备占满的 step 数：%5。</translation>
    </message>
    <message>
        <source>Drop references that outlive the step: losses kept with their graph, growing lists, caches.</source>
        <translation>释放存活超过 step 的引用：带计算图保存的 loss、不断增长的列表、缓存。</translation>
    </message>
    <message>
        <source>the matrix products have no shapes</source>
        <translation>矩阵乘没有 shape 信息</translation>
    </message>
    <message>
        <source>not quantified: no aligned product of that size to compare with</source>
        <translation>未量化：没有同等规模且对齐的矩阵乘可供比较</translation>
    </message>
    <message>
        <source>Matrix axes that are no multiple of a block</source>
        <translation>矩阵轴长不是块大小的整数倍</translation>
    </message>
    <message>
        <source>%1 of the compute time (%3) are matrix products with a last axis that is no multiple of 256, for instance %4.</source>
        <translation>计算时间的 %1（%3）是末轴不是 256 整数倍的矩阵乘，例如 %4。</translation>
    </message>
    <message>
        <source>Matrix products with a last axis that is no multiple of 256, for instance %4, move %1 (%3).</source>
        <translation>末轴不是 256 整数倍的矩阵乘（例如 %4）共搬运 %1（%3）。</translation>
    </message>
    <message>
        <source>Pad the axis to the next multiple: vocabulary, hidden size, number of classes.</source>
        <translation>将该轴补齐到下一个整数倍：词表、隐藏维度、类别数。</translation>
    </message>
    <message>
        <source>the parts of the collectives were not recorded with their sizes</source>
        <translation>未记录集合通信各部分的大小</translation>
    </message>
    <message>
        <source>not quantified: no aligned transfer to compare with</source>
        <translation>未量化：没有对齐的传输可供比较</translation>
    </message>
    <message>
        <source>Transfers whose size is no multiple of 512 bytes</source>
        <translation>大小不是 512 字节整数倍的传输</translation>
    </message>
    <message>
        <source>Parts of collectives over SDMA whose size is no multiple of 512 bytes: %1 per step. They take %4, %3 of the time of all such parts.</source>
        <translation>每个 step 中大小不是 512 字节整数倍的 SDMA 集合通信部分：%1 个，耗时 %4，占所有此类部分时间的 %3。</translation>
    </message>
    <message>
        <source>Pad the buffers so that every rank&apos;s part is a multiple of 512 bytes.</source>
        <translation>补齐缓冲区，使每个 rank 的部分都是 512 字节的整数倍。</translation>
    </message>
    <message>
        <source>no communication over RDMA that two ranks saw</source>
        <translation>没有两个 rank 都记录到的 RDMA 通信</translation>
    </message>
    <message>
        <source>these operations as long as the median over RDMA</source>
        <translation>这些操作与 RDMA 通信的中位数一样长</translation>
    </message>
    <message>
        <source>Packets are sent again over RDMA</source>
        <translation>RDMA 报文重传</translation>
    </message>
    <message>
        <source>A collective over RDMA moves data for %1 on every rank, half of all take less than %4 (collectives beyond %2: %3). Lost packets wait that long before they are sent again.</source>
        <translation>某个 RDMA 集合通信在每个 rank 上都传输了 %1，而半数操作用时不到 %4（超过 %2 的集合通信：%3）。丢失的报文要等这么久才会重传。</translation>
    </message>
    <message>
        <source>Check network cards, cables and switches: error and drop counters, flow control.</source>
        <translation>检查网卡、线缆与交换机：错误与丢包计数、流控。</translation>
    </message>
    <message>
        <source>For %5 of the time the device works, its main memory moves %3 or more, %1 of its peak of %4.</source>
        <translation>设备工作时间的 %5 内，主存速率达到或超过 %3，为峰值 %4 的 %1。</translation>
    </message>
    <message>
        <source>communication_matrix.json is missing</source>
        <translation>缺少 communication_matrix.json</translation>
    </message>
    <message>
        <source>fewer than three links of one kind carry enough data to compare them</source>
        <translation>承载足够数据可供比较的同类链路少于三条</translation>
    </message>
    <message>
        <source>the slow link as fast as the median, at most what communication is exposed</source>
        <translation>慢链路达到中位数速率，且不超过未被掩盖的通信</translation>
    </message>
    <message>
        <source>Slow link</source>
        <translation>慢链路</translation>
    </message>
    <message>
        <source>The %3 link %4 carries %5 in %7, %1 of the median of such links (%6).</source>
        <translation>%3 链路 %4 在 %7 内以 %5 传输，为此类链路中位数（%6）的 %1。</translation>
    </message>
    <message>
        <source>Check cable, port and route of this link; the ranks are places in the group.</source>
        <translation>检查该链路的线缆、端口与路由；其中的 rank 为通信域内的序号。</translation>
    </message>
    <message>
        <source>The step waits for its input to be copied</source>
        <translation>step 等待输入拷贝</translation>
    </message>
    <message>
        <source>Before its first work the device gets its input by copies that the host waits for (copies: %3): %4, %1 of the step.</source>
        <translation>设备开始工作前，通过主机等待的拷贝获得输入（拷贝次数：%3）：%4，占 step 的 %1。</translation>
    </message>
    <message>
        <source>Load into pinned memory (pin_memory) and copy with non_blocking while the step before is still running.</source>
        <translation>加载到锁页内存（pin_memory），并在上一个 step 仍在运行时以 non_blocking 方式拷贝。</translation>
    </message>
</context>
<context>
    <name>Clocks</name>
    <message>
        <source>it shares no collective with the others</source>
        <translation>它与其他 rank 没有共同的集合通信</translation>
    </message>
    <message>
        <source>fewer than 8 symmetric collectives</source>
        <translation>对称的集合通信少于 8 个</translation>
    </message>
    <message>
        <source>its calls bound the shift from one side only</source>
        <translation>其调用只从一侧限定偏移</translation>
    </message>
    <message>
        <source>a shift by a whole step fits as well</source>
        <translation>偏移一整个 step 同样吻合</translation>
    </message>
    <message>
        <source>its records contradict each other</source>
        <translation>其记录互相矛盾</translation>
    </message>
    <message>
        <source>the times of the files are years apart</source>
        <translation>文件中的时间相差数年</translation>
    </message>
    <message>
        <source>steps of one number do not go together on both ranks</source>
        <translation>编号相同的 step 在两个 rank 上对不上</translation>
    </message>
    <message>
        <source>rank %1 is the reference, with %2 collectives</source>
        <translation>rank %1 为基准，集合通信 %2 个</translation>
    </message>
    <message>
        <source>rank %1 shifted by %2, residual %3 over %4 collectives</source>
        <translation>rank %1 已偏移 %2，%4 个集合通信上的残差为 %3</translation>
    </message>
    <message>
        <source>rank %1 shifted by %2, residual %3 over %4 collectives, drift %5 ppm</source>
        <translation>rank %1 已偏移 %2，%4 个集合通信上的残差为 %3，漂移 %5 ppm</translation>
    </message>
    <message>
        <source>rank %1 not shifted: %2; arrivals and ends leave %3 to %4</source>
        <translation>rank %1 未偏移：%2；到达与结束时间允许的范围为 %3 至 %4</translation>
    </message>
    <message>
        <source>rank %1 not shifted: %2</source>
        <translation>rank %1 未偏移：%2</translation>
    </message>
    <message>
        <source>rank %1 host not shifted against its device: %2</source>
        <translation>rank %1 的主机未相对其设备偏移：%2</translation>
    </message>
    <message>
        <source>rank %1 host shifted by %2 against its device, residual %3 over %4 launches, %5 synchronising calls, %6 markers</source>
        <translation>rank %1 的主机相对其设备偏移 %2，残差 %3（下发 %4 次、同步调用 %5 次、标记 %6 个）</translation>
    </message>
    <message>
        <source>rank %1 host shifted by %2 against its device, residual %3 over %4 launches, %5 synchronising calls, %6 markers, drift %7 ppm</source>
        <translation>rank %1 的主机相对其设备偏移 %2，残差 %3（下发 %4 次、同步调用 %5 次、标记 %6 个），漂移 %7 ppm</translation>
    </message>
    <message>
        <source>as recorded (--align off)</source>
        <translation>按记录值（--align off）</translation>
    </message>
</context>
<context>
    <name>Columns</name>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行数</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Severity</source>
        <translation>级别</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>What</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>First place</source>
        <translation>首次出现</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Core</source>
        <translation>核类型</translation>
    </message>
    <message>
        <source>Shapes</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>调用次数</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>总时长</translation>
    </message>
    <message>
        <source>Self</source>
        <translation>自身时长</translation>
    </message>
    <message>
        <source>Average</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>Shortest</source>
        <translation>最短</translation>
    </message>
    <message>
        <source>Longest</source>
        <translation>最长</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Wait</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>Cube use</source>
        <translation>Cube 利用率</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Step</translation>
    </message>
    <message>
        <source>Wall</source>
        <translation>墙钟时间</translation>
    </message>
    <message>
        <source>Computing</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Exposed communication</source>
        <translation>未掩盖通信</translation>
    </message>
    <message>
        <source>Overlapped</source>
        <translation>已掩盖</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Preparing</source>
        <translation>准备</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Lane</source>
        <translation>泳道</translation>
    </message>
    <message>
        <source>Curve</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>Min</source>
        <translation>最小</translation>
    </message>
    <message>
        <source>P95</source>
        <translation>P95</translation>
    </message>
    <message>
        <source>Max</source>
        <translation>最大</translation>
    </message>
</context>
<context>
    <name>Curves</name>
    <message>
        <source>stated by the profile</source>
        <translation>数据中给出</translation>
    </message>
    <message>
        <source>solved from the kernel rows</source>
        <translation>由算子行反推</translation>
    </message>
    <message>
        <source>device table</source>
        <translation>设备参数表</translation>
    </message>
    <message>
        <source>Cube cores (derived)</source>
        <translation>Cube 核（推算）</translation>
    </message>
    <message>
        <source>Vector cores (derived)</source>
        <translation>Vector 核（推算）</translation>
    </message>
    <message>
        <source>HBM read</source>
        <translation>HBM 读</translation>
    </message>
    <message>
        <source>HBM write</source>
        <translation>HBM 写</translation>
    </message>
    <message>
        <source>HBM read and write</source>
        <translation>HBM 读写</translation>
    </message>
    <message>
        <source>AI Core utilisation: cube, derived from kernels</source>
        <translation>AI Core 利用率：Cube，由算子推算</translation>
    </message>
    <message>
        <source>AI Core utilisation: vector, derived from kernels</source>
        <translation>AI Core 利用率：Vector，由算子推算</translation>
    </message>
    <message>
        <source>AI Core utilisation</source>
        <translation>AI Core 利用率</translation>
    </message>
    <message>
        <source>HBM bandwidth</source>
        <translation>HBM 带宽</translation>
    </message>
    <message>
        <source>L2 cache throughput</source>
        <translation>L2 缓存吞吐</translation>
    </message>
    <message>
        <source>L2 cache hit rate</source>
        <translation>L2 缓存命中率</translation>
    </message>
    <message>
        <source>AI Core frequency</source>
        <translation>AI Core 频率</translation>
    </message>
    <message>
        <source>Device memory</source>
        <translation>设备内存</translation>
    </message>
    <message>
        <source>Allocator memory</source>
        <translation>分配器内存</translation>
    </message>
    <message>
        <source>assumed</source>
        <translation>假定</translation>
    </message>
    <message>
        <source>peak %1 (%2)</source>
        <translation>峰值 %1（%2）</translation>
    </message>
    <message>
        <source>Derived from the blocks of the kernels and %1 cores (%2): no counter was recorded.</source>
        <translation>由各算子的核数和 %1 个核（%2）推算：未采集计数器。</translation>
    </message>
    <message>
        <source>Concurrent kernels summed up to more than 100 % for %1; there the curve is clamped.</source>
        <translation>有 %1 的时间并发算子合计超过 100%；该处曲线已截断。</translation>
    </message>
    <message>
        <source>%1 kernels without a number of blocks count as idle.</source>
        <translation>%1 个没有核数的算子按空闲计。</translation>
    </message>
    <message>
        <source>Sampled every %1</source>
        <translation>采样间隔 %1</translation>
    </message>
    <message>
        <source>sampled every %1, the range lasts %2</source>
        <translation>采样间隔 %1，范围时长 %2</translation>
    </message>
    <message>
        <source>%1 samples in the range</source>
        <translation>范围内有 %1 个采样</translation>
    </message>
    <message>
        <source>No counters, memory records or kernel rows with blocks in this profile.</source>
        <translation>数据中没有计数器、内存记录或带核数的算子行。</translation>
    </message>
    <message>
        <source>Switches of the collector that produce curves:</source>
        <translation>可产生曲线的采集开关：</translation>
    </message>
    <message>
        <source>HBM and L2 cache bandwidth, device memory: --sys-hardware-mem</source>
        <translation>HBM 与 L2 缓存带宽、设备内存：--sys-hardware-mem</translation>
    </message>
    <message>
        <source>AI Core utilisation: --aic-mode sample-based, or derived from kernels at level 1</source>
        <translation>AI Core 利用率：--aic-mode sample-based，或在 Level1 下由算子推算</translation>
    </message>
    <message>
        <source>Allocator memory: profile_memory=True</source>
        <translation>分配器内存：profile_memory=True</translation>
    </message>
</context>
<context>
    <name>Details</name>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>Slice</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Track</source>
        <translation>泳道</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Self time</source>
        <translation>自身时长</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>End</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>Start in the file</source>
        <translation>文件中的开始时间</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>分类</translation>
    </message>
    <message>
        <source>Task type</source>
        <translation>任务类型</translation>
    </message>
    <message>
        <source>Parent</source>
        <translation>父事件</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Not readable</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>Call stack</source>
        <translation>调用栈</translation>
    </message>
    <message>
        <source>Launched by</source>
        <translation>由谁下发</translation>
    </message>
    <message>
        <source>Leads to</source>
        <translation>指向</translation>
    </message>
    <message>
        <source>Between two slices</source>
        <translation>两个事件之间</translation>
    </message>
    <message>
        <source>First</source>
        <translation>第一个</translation>
    </message>
    <message>
        <source>Second</source>
        <translation>第二个</translation>
    </message>
    <message>
        <source>Start to start</source>
        <translation>开始到开始</translation>
    </message>
    <message>
        <source>End to start</source>
        <translation>结束到开始</translation>
    </message>
    <message>
        <source>End to end</source>
        <translation>结束到结束</translation>
    </message>
    <message>
        <source>By track</source>
        <translation>按泳道</translation>
    </message>
    <message>
        <source>All slices of this name</source>
        <translation>同名的全部事件</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>调用次数</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>总时长</translation>
    </message>
    <message>
        <source>Average</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>Shortest</source>
        <translation>最短</translation>
    </message>
    <message>
        <source>Longest</source>
        <translation>最长</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Core</source>
        <translation>核类型</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Step</translation>
    </message>
    <message>
        <source>Stream</source>
        <translation>流</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>核数</translation>
    </message>
    <message>
        <source>Mixed blocks</source>
        <translation>混合核数</translation>
    </message>
    <message>
        <source>Duration in the table</source>
        <translation>表中的时长</translation>
    </message>
    <message>
        <source>Wait before</source>
        <translation>之前的等待</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Input shapes</source>
        <translation>输入形状</translation>
    </message>
    <message>
        <source>Input types</source>
        <translation>输入数据类型</translation>
    </message>
    <message>
        <source>Input formats</source>
        <translation>输入格式</translation>
    </message>
    <message>
        <source>Output shapes</source>
        <translation>输出形状</translation>
    </message>
    <message>
        <source>Output types</source>
        <translation>输出数据类型</translation>
    </message>
    <message>
        <source>Output formats</source>
        <translation>输出格式</translation>
    </message>
    <message>
        <source>Shapes and types</source>
        <translation>形状与类型</translation>
    </message>
    <message>
        <source>AI Core counters</source>
        <translation>AI Core 计数器</translation>
    </message>
    <message>
        <source>Vector core counters</source>
        <translation>Vector 核计数器</translation>
    </message>
    <message>
        <source>Other counters</source>
        <translation>其他计数器</translation>
    </message>
    <message>
        <source>Counters</source>
        <translation>计数器</translation>
    </message>
    <message>
        <source>not collected: switch %1</source>
        <translation>未采集：请打开 %1</translation>
    </message>
    <message>
        <source>Kernel table</source>
        <translation>算子表</translation>
    </message>
    <message>
        <source>Time range</source>
        <translation>时间范围</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>长度</translation>
    </message>
    <message>
        <source>Tracks</source>
        <translation>泳道数</translation>
    </message>
    <message>
        <source>Slices</source>
        <translation>事件数</translation>
    </message>
    <message>
        <source>Busy (union)</source>
        <translation>忙碌（并集）</translation>
    </message>
    <message>
        <source>Sum of durations</source>
        <translation>时长之和</translation>
    </message>
    <message>
        <source>Busy share</source>
        <translation>忙碌占比</translation>
    </message>
    <message>
        <source>Heaviest names (%1 of %2)</source>
        <translation>耗时最多的名称（%1 / %2）</translation>
    </message>
    <message>
        <source>%1 calls</source>
        <translation>%1 次调用</translation>
    </message>
</context>
<context>
    <name>Errors</name>
    <message>
        <source>There is no such file or directory.</source>
        <translation>没有这个文件或目录。</translation>
    </message>
    <message>
        <source>This is no profile that Tideline can read.</source>
        <translation>这不是 Tideline 能读取的性能数据。</translation>
    </message>
    <message>
        <source>The profile is damaged; nothing of it could be read.</source>
        <translation>数据已损坏，没有任何内容可以读取。</translation>
    </message>
    <message>
        <source>The file may not be read.</source>
        <translation>没有读取该文件的权限。</translation>
    </message>
    <message>
        <source>The input exceeds a safety limit.</source>
        <translation>输入超出了安全上限。</translation>
    </message>
    <message>
        <source>The request is not understood.</source>
        <translation>无法理解该请求。</translation>
    </message>
    <message>
        <source>The file could not be written.</source>
        <translation>文件无法写入。</translation>
    </message>
    <message>
        <source>Opening was cancelled.</source>
        <translation>打开操作已取消。</translation>
    </message>
    <message>
        <source>Something went wrong inside Tideline.</source>
        <translation>Tideline 内部出现错误。</translation>
    </message>
    <message>
        <source>Check the path, or pick the file again with File &gt; Open.</source>
        <translation>请检查路径，或通过“文件 &gt; 打开”重新选择。</translation>
    </message>
    <message>
        <source>Open an *_ascend_pt directory, a parent of several, a trace_view.json, a Chrome or Kineto trace (.json, .json.gz, .zip) or a tasks JSON.</source>
        <translation>请打开 *_ascend_pt 目录、包含多个此类目录的上级目录、trace_view.json、Chrome 或 Kineto 轨迹（.json、.json.gz、.zip）或 tasks JSON。</translation>
    </message>
    <message>
        <source>Copy the file again from the machine that wrote it, or collect it again.</source>
        <translation>请从采集的机器上重新复制文件，或重新采集。</translation>
    </message>
    <message>
        <source>Ask for read permission, or copy the profile to your own directory.</source>
        <translation>请申请读取权限，或把数据复制到自己的目录。</translation>
    </message>
    <message>
        <source>Open a part of the profile, for instance a single rank.</source>
        <translation>请只打开一部分数据，例如单个 rank。</translation>
    </message>
    <message>
        <source>Check the spelling and try again.</source>
        <translation>请检查拼写后重试。</translation>
    </message>
    <message>
        <source>Choose another directory, or free some disk space.</source>
        <translation>请选择其他目录，或释放一些磁盘空间。</translation>
    </message>
    <message>
        <source>Open the profile again when you want it.</source>
        <translation>需要时可以重新打开该数据。</translation>
    </message>
    <message>
        <source>Copy the details into a bug report, with the profile if you can share it.</source>
        <translation>请把详情复制到问题报告中；如果可以分享，请附上数据。</translation>
    </message>
    <message>
        <source>no profile found</source>
        <translation>没有找到性能数据</translation>
    </message>
    <message>
        <source>no event array found</source>
        <translation>没有找到事件数组</translation>
    </message>
    <message>
        <source>the file is empty</source>
        <translation>文件为空</translation>
    </message>
    <message>
        <source>empty file</source>
        <translation>空文件</translation>
    </message>
    <message>
        <source>not a JSON array or object</source>
        <translation>不是 JSON 数组或对象</translation>
    </message>
    <message>
        <source>not valid JSON</source>
        <translation>不是有效的 JSON</translation>
    </message>
    <message>
        <source>cannot unpack</source>
        <translation>无法解压</translation>
    </message>
    <message>
        <source>cannot create the directory</source>
        <translation>无法创建目录</translation>
    </message>
    <message>
        <source>no such file</source>
        <translation>没有这个文件</translation>
    </message>
    <message>
        <source>no such slice</source>
        <translation>没有这个事件</translation>
    </message>
    <message>
        <source>no path given</source>
        <translation>没有给出路径</translation>
    </message>
    <message>
        <source>no input</source>
        <translation>没有输入</translation>
    </message>
    <message>
        <source>not a regular file</source>
        <translation>不是普通文件</translation>
    </message>
    <message>
        <source>not a profile of the Ascend framework profilers</source>
        <translation>不是昇腾框架 profiler 的数据</translation>
    </message>
    <message>
        <source>not a communication file of a rank</source>
        <translation>不是单个 rank 的通信文件</translation>
    </message>
    <message>
        <source>standard input cannot be read</source>
        <translation>无法读取标准输入</translation>
    </message>
    <message>
        <source>standard input holds no trace</source>
        <translation>标准输入中没有 trace</translation>
    </message>
    <message>
        <source>the archive holds no trace</source>
        <translation>压缩包中没有 trace</translation>
    </message>
    <message>
        <source>the directory cannot be read</source>
        <translation>无法读取该目录</translation>
    </message>
    <message>
        <source>cannot read file status</source>
        <translation>无法读取文件状态</translation>
    </message>
    <message>
        <source>the file cannot be read or is larger than 1 GiB</source>
        <translation>文件无法读取，或大于 1 GiB</translation>
    </message>
    <message>
        <source>the unpacked data does not fit in memory</source>
        <translation>解压后的数据超出内存</translation>
    </message>
    <message>
        <source>too many input files</source>
        <translation>输入文件过多</translation>
    </message>
    <message>
        <source>too many members in the archive</source>
        <translation>压缩包中的成员过多</translation>
    </message>
    <message>
        <source>more than 4 billion events of one kind</source>
        <translation>同类事件超过 40 亿个</translation>
    </message>
    <message>
        <source>no timeline and no table that can be read</source>
        <translation>没有可读取的时间线或表格</translation>
    </message>
    <message>
        <source>no task could be read</source>
        <translation>没有任务可以读取</translation>
    </message>
    <message>
        <source>nothing in it could be read</source>
        <translation>其中没有可以读取的内容</translation>
    </message>
    <message>
        <source>the database cannot be read</source>
        <translation>无法读取该数据库</translation>
    </message>
    <message>
        <source>the database repeats its pages</source>
        <translation>数据库的页面有重复</translation>
    </message>
    <message>
        <source>another program is writing to the database</source>
        <translation>另一个程序正在写入该数据库</translation>
    </message>
    <message>
        <source>the directory is not empty</source>
        <translation>目录不为空</translation>
    </message>
    <message>
        <source>there is a file of this name</source>
        <translation>已有同名文件</translation>
    </message>
    <message>
        <source>the sample could not be written</source>
        <translation>无法写入示例</translation>
    </message>
    <message>
        <source>no room to keep standard input</source>
        <translation>没有空间保存标准输入</translation>
    </message>
    <message>
        <source>cannot make a scratch file</source>
        <translation>无法创建临时文件</translation>
    </message>
    <message>
        <source>cannot write a scratch file</source>
        <translation>无法写入临时文件</translation>
    </message>
    <message>
        <source>the event has no source</source>
        <translation>该事件没有来源</translation>
    </message>
    <message>
        <source>the source of this slice is not kept</source>
        <translation>未保留该事件的来源</translation>
    </message>
    <message>
        <source>could not start another window</source>
        <translation>无法打开另一个窗口</translation>
    </message>
    <message>
        <source>The directory is empty.</source>
        <translation>目录为空。</translation>
    </message>
    <message>
        <source>Readable are Chrome and Kineto traces: a JSON array of events, or an object with traceEvents; plain, .gz or .zip</source>
        <translation>可读取 Chrome 与 Kineto trace：事件的 JSON 数组，或带 traceEvents 的对象；未压缩、.gz 或 .zip</translation>
    </message>
    <message>
        <source>Set a cache directory</source>
        <translation>请设置缓存目录</translation>
    </message>
    <message>
        <source>Free some space or choose another cache directory</source>
        <translation>请释放一些空间，或选择其他缓存目录</translation>
    </message>
    <message>
        <source>Free some disk space or name another cache directory</source>
        <translation>请释放一些磁盘空间，或指定其他缓存目录</translation>
    </message>
    <message>
        <source>Found: %1 and %2 more</source>
        <translation>找到：%1，另有 %2 个</translation>
    </message>
    <message>
        <source>Found: %1</source>
        <translation>找到：%1</translation>
    </message>
    <message>
        <source>Readable are *_ascend_pt, *_ascend_ms and PROF_* directories, cluster_analysis_output, the output of the service profiler, Chrome and Kineto traces (.json, .gz, .zip), databases (.db), kernel tables (.csv), tasks JSON and Tideline&apos;s own stores (.tld)</source>
        <translation>可读取的有：*_ascend_pt、*_ascend_ms 和 PROF_* 目录，cluster_analysis_output，服务化性能采集的输出，Chrome 和 Kineto 跟踪文件（.json、.gz、.zip），数据库（.db），算子表（.csv），tasks JSON，以及 Tideline 自己的存储文件（.tld）</translation>
    </message>
    <message>
        <source>from documentation</source>
        <translation>依据文档</translation>
    </message>
    <message>
        <source>the text files of the same capture are read</source>
        <translation>已读取同一次采集的文本文件</translation>
    </message>
    <message>
        <source>the profile was not analysed yet</source>
        <translation>性能数据尚未解析</translation>
    </message>
    <message>
        <source>the profile was not exported yet</source>
        <translation>性能数据尚未导出</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>已排除</translation>
    </message>
    <message>
        <source>not of a rank that was asked for</source>
        <translation>不属于所选的 rank</translation>
    </message>
    <message>
        <source>rank %1 is claimed by %2 parts; all are read and told apart by their path</source>
        <translation>rank %1 对应 %2 个部分；全部读取，并按路径区分</translation>
    </message>
    <message>
        <source>an older export of the same capture; the newest, %1, is read</source>
        <translation>同一次采集的较早导出；已读取最新的 %1</translation>
    </message>
    <message>
        <source>nothing more is kept of the event</source>
        <translation>不再保留该事件的其他内容</translation>
    </message>
</context>
<context>
    <name>Files</name>
    <message>
        <source>Read</source>
        <translation>已读取</translation>
    </message>
    <message>
        <source>Partly read</source>
        <translation>部分读取</translation>
    </message>
    <message>
        <source>Skipped</source>
        <translation>已跳过</translation>
    </message>
    <message>
        <source>Not supported</source>
        <translation>不支持</translation>
    </message>
</context>
<context>
    <name>Findings</name>
    <message>
        <source>Allocated</source>
        <translation>已分配</translation>
    </message>
    <message>
        <source>Bandwidth</source>
        <translation>带宽</translation>
    </message>
    <message>
        <source>Exposed communication</source>
        <translation>未掩盖通信</translation>
    </message>
    <message>
        <source>Computing</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Elapsed</source>
        <translation>耗时</translation>
    </message>
    <message>
        <source>Exposed</source>
        <translation>未掩盖</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Gap</source>
        <translation>间隙</translation>
    </message>
    <message>
        <source>Greatest ratio</source>
        <translation>最大流水占比</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>在用</translation>
    </message>
    <message>
        <source>MAC ratio</source>
        <translation>MAC 占比</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>Memory ratio</source>
        <translation>访存占比</translation>
    </message>
    <message>
        <source>Reserved</source>
        <translation>已预留</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Transfer</source>
        <translation>传输</translation>
    </message>
    <message>
        <source>Utilisation</source>
        <translation>利用率</translation>
    </message>
    <message>
        <source>Vector ratio</source>
        <translation>Vector 占比</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>High</source>
        <translation>高</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>中</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>低</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>Host and schedule</source>
        <translation>主机与调度</translation>
    </message>
    <message>
        <source>Data loading</source>
        <translation>数据加载</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>环境</translation>
    </message>
    <message>
        <source>Quality of the data</source>
        <translation>数据质量</translation>
    </message>
    <message>
        <source>Regression</source>
        <translation>性能劣化</translation>
    </message>
    <message>
        <source>%1 (limit %2)</source>
        <translation>%1（阈值 %2）</translation>
    </message>
    <message>
        <source>no figure</source>
        <translation>无法量化</translation>
    </message>
    <message>
        <source>%1 to %2 per step (up to %3)</source>
        <translation>每个 step %1 至 %2（最多 %3）</translation>
    </message>
    <message>
        <source>up to %1 per step (%2)</source>
        <translation>每个 step 最多 %1（%2）</translation>
    </message>
    <message>
        <source>%1 to %2 per step</source>
        <translation>每个 step %1 至 %2</translation>
    </message>
    <message>
        <source>up to %1 per step</source>
        <translation>每个 step 最多 %1</translation>
    </message>
</context>
<context>
    <name>Flame</name>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Python stacks</source>
        <translation>Python 调用栈</translation>
    </message>
    <message>
        <source>Device kernels</source>
        <translation>设备算子</translation>
    </message>
    <message>
        <source>Host time</source>
        <translation>主机时间</translation>
    </message>
    <message>
        <source>Device time</source>
        <translation>设备时间</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>Share of all: %1</source>
        <translation>占全部：%1</translation>
    </message>
    <message>
        <source>Too narrow to draw; zoom in to see them</source>
        <translation>太窄，无法绘制；放大后可见</translation>
    </message>
    <message>
        <source>Share of the frame above: %1</source>
        <translation>占上层栈帧：%1</translation>
    </message>
    <message>
        <source>Own: %1</source>
        <translation>自身：%1</translation>
    </message>
    <message>
        <source>Calls: %1</source>
        <translation>调用次数：%1</translation>
    </message>
    <message>
        <source>%1, %2, %3 of all</source>
        <translation>%1，%2，占全部的 %3</translation>
    </message>
    <message>
        <source>No slices in this profile. trace_view.json or another trace file feeds this view.</source>
        <translation>数据中没有事件。此视图来自 trace_view.json 或其他轨迹文件。</translation>
    </message>
    <message>
        <source>No host calls in this profile. trace_view.json feeds this view; collect with activities=[CPU, NPU], or choose the source &quot;Device kernels&quot;.</source>
        <translation>数据中没有主机调用。此视图来自 trace_view.json；请用 activities=[CPU, NPU] 采集，或选择来源“设备算子”。</translation>
    </message>
    <message>
        <source>No kernels on a device timeline in this profile. The Ascend Hardware lanes of trace_view.json feed this view; collect with activities=[CPU, NPU], or choose another source and the weight &quot;Host time&quot;.</source>
        <translation>数据中的设备时间线上没有算子。此视图来自 trace_view.json 的 Ascend Hardware 泳道；请用 activities=[CPU, NPU] 采集，或选择其他来源并以“主机时间”为权重。</translation>
    </message>
    <message>
        <source>No Python functions in this profile. trace_view.json holds them when the profiler runs with with_stack=True; the source &quot;Operators&quot; does without.</source>
        <translation>数据中没有 Python 函数。profiler 以 with_stack=True 运行时，trace_view.json 才包含这些函数；来源“算子”不需要它们。</translation>
    </message>
    <message>
        <source>All slices have the length 0. Choose the weight &quot;Count&quot; to see how often they occur.</source>
        <translation>所有事件的时长均为 0。请以“数量”为权重查看出现次数。</translation>
    </message>
    <message>
        <source>Nothing inside the scope. Remove a part of the scope to see more.</source>
        <translation>分析范围内没有内容。去掉部分限定条件可查看更多。</translation>
    </message>
    <message>
        <source>%1 · %2: %3 · %4 frames</source>
        <translation>%1 · %2：%3 · %4 个栈帧</translation>
    </message>
    <message>
        <source>leaf first</source>
        <translation>叶子优先</translation>
    </message>
    <message>
        <source>callers beyond %1 levels left out</source>
        <translation>省略 %1 层以外的调用者</translation>
    </message>
    <message>
        <source>scope %1</source>
        <translation>分析范围：%1</translation>
    </message>
    <message>
        <source>%1 frames, %2 of weight, overlapping counted once</source>
        <translation>%1 个栈帧，占权重的 %2（重叠部分只计一次）</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>[training steps]</source>
        <translation>[训练 step]</translation>
    </message>
    <message>
        <source>[not linked]</source>
        <translation>[未关联]</translation>
    </message>
    <message>
        <source>%1 frames below 0.1 %</source>
        <translation>%1 个不足 0.1% 的栈帧</translation>
    </message>
</context>
<context>
    <name>GoTo</name>
    <message>
        <source>There is no step %1.</source>
        <translation>没有 step %1。</translation>
    </message>
    <message>
        <source>Not a time: write 12.5ms, +3us, nanoseconds, or step 3.</source>
        <translation>不是时间：请写成 12.5ms、+3us、纳秒数或 step 3。</translation>
    </message>
    <message>
        <source>This time is too large.</source>
        <translation>这个时间过大。</translation>
    </message>
    <message>
        <source>Outside the profile, which is %1 long.</source>
        <translation>超出了数据的范围（全长 %1）。</translation>
    </message>
</context>
<context>
    <name>Help</name>
    <message>
        <source>zoom in and out</source>
        <translation>放大和缩小</translation>
    </message>
    <message>
        <source>move left and right</source>
        <translation>左移和右移</translation>
    </message>
    <message>
        <source>zoom to the selection</source>
        <translation>缩放到所选内容</translation>
    </message>
    <message>
        <source>zoom to the selected range, edge to edge</source>
        <translation>缩放到所选范围，充满宽度</translation>
    </message>
    <message>
        <source>show the whole profile</source>
        <translation>显示全部数据</translation>
    </message>
    <message>
        <source>back to the view before</source>
        <translation>回到上一个视图</translation>
    </message>
    <message>
        <source>forward again</source>
        <translation>再次前进</translation>
    </message>
    <message>
        <source>clear the selection</source>
        <translation>清除选择</translation>
    </message>
    <message>
        <source>Ctrl+wheel</source>
        <translation>Ctrl+滚轮</translation>
    </message>
    <message>
        <source>zoom at the pointer</source>
        <translation>以指针为中心缩放</translation>
    </message>
    <message>
        <source>Shift+wheel, Shift+drag</source>
        <translation>Shift+滚轮、Shift+拖动</translation>
    </message>
    <message>
        <source>move in time</source>
        <translation>沿时间轴移动</translation>
    </message>
    <message>
        <source>Drag</source>
        <translation>拖动</translation>
    </message>
    <message>
        <source>select a time range</source>
        <translation>选择时间范围</translation>
    </message>
    <message>
        <source>Double click</source>
        <translation>双击</translation>
    </message>
    <message>
        <source>zoom to the slice</source>
        <translation>缩放到该事件</translation>
    </message>
    <message>
        <source>open a directory</source>
        <translation>打开目录</translation>
    </message>
    <message>
        <source>open files</source>
        <translation>打开文件</translation>
    </message>
    <message>
        <source>read the profile again</source>
        <translation>重新读取数据</translation>
    </message>
    <message>
        <source>copy the selected rows with a header</source>
        <translation>复制选中的行及表头</translation>
    </message>
    <message>
        <source>write the table as CSV</source>
        <translation>把表格导出为 CSV</translation>
    </message>
    <message>
        <source>raise a page</source>
        <translation>切换到页面</translation>
    </message>
    <message>
        <source>next pane, pane before</source>
        <translation>下一个面板、上一个面板</translation>
    </message>
    <message>
        <source>hide or show the bottom area</source>
        <translation>隐藏或显示底部区域</translation>
    </message>
    <message>
        <source>full screen</source>
        <translation>全屏</translation>
    </message>
    <message>
        <source>Shift+click on a header</source>
        <translation>按住 Shift 单击表头</translation>
    </message>
    <message>
        <source>sort by one more column</source>
        <translation>再加一列排序</translation>
    </message>
    <message>
        <source>Double click on a row</source>
        <translation>双击一行</translation>
    </message>
    <message>
        <source>show its longest slice in the timeline</source>
        <translation>在时间线中显示其最长的事件</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Window and tables</source>
        <translation>窗口与表格</translation>
    </message>
    <message>
        <source>About Tideline</source>
        <translation>关于 Tideline</translation>
    </message>
    <message>
        <source>Shows where the time of NPU jobs goes.</source>
        <translation>展示 NPU 任务的时间去向。</translation>
    </message>
    <message>
        <source>Free software under the GNU General Public License, version 3 or later.</source>
        <translation>自由软件，按 GNU 通用公共许可证第 3 版或更高版本发布。</translation>
    </message>
    <message>
        <source>Built with Qt %1.</source>
        <translation>使用 Qt %1 构建。</translation>
    </message>
    <message>
        <source>write a report</source>
        <translation>导出报告</translation>
    </message>
    <message>
        <source>print a report</source>
        <translation>打印报告</translation>
    </message>
    <message>
        <source>note about what is selected</source>
        <translation>为所选内容写备注</translation>
    </message>
    <message>
        <source>limit all figures to the selection, to nothing</source>
        <translation>把所有统计限定到所选内容、取消限定</translation>
    </message>
    <message>
        <source>go to a time or a step</source>
        <translation>转到某个时间或 step</translation>
    </message>
    <message>
        <source>find slices by name</source>
        <translation>按名称查找事件</translation>
    </message>
    <message>
        <source>next hit, hit before</source>
        <translation>下一个、上一个结果</translation>
    </message>
    <message>
        <source>choose what of a directory to open</source>
        <translation>选择打开目录中的哪些内容</translation>
    </message>
</context>
<context>
    <name>Issues</name>
    <message>
        <source>Events with a negative duration; kept with length 0.</source>
        <translation>时长为负的事件；按时长 0 保留。</translation>
    </message>
    <message>
        <source>Complete events without a duration; kept with length 0.</source>
        <translation>缺少时长的完整事件；按时长 0 保留。</translation>
    </message>
    <message>
        <source>A time is not a finite number in range; the events were rejected.</source>
        <translation>时间不是范围内的有限数值；这些事件被拒绝。</translation>
    </message>
    <message>
        <source>Counter values that are no numbers; drawn as gaps.</source>
        <translation>计数器的值不是数字；画为间断。</translation>
    </message>
    <message>
        <source>Entries that cannot be read as events; rejected.</source>
        <translation>无法作为事件读取的条目；已拒绝。</translation>
    </message>
    <message>
        <source>Things between the events that are no events; skipped.</source>
        <translation>事件之间夹杂的非事件内容；已跳过。</translation>
    </message>
    <message>
        <source>Events of an unknown phase; counted but not shown.</source>
        <translation>阶段未知的事件；只计数，不显示。</translation>
    </message>
    <message>
        <source>Process or thread ids given both as numbers and as text; one lane each.</source>
        <translation>进程或线程号同时以数字和文本给出；各归为一条泳道。</translation>
    </message>
    <message>
        <source>Raw control characters inside texts; kept and shown as marks.</source>
        <translation>文本中有原始控制字符；保留并以标记显示。</translation>
    </message>
    <message>
        <source>Texts that are not UTF-8; the bad bytes were replaced.</source>
        <translation>不是 UTF-8 的文本；错误字节已替换。</translation>
    </message>
    <message>
        <source>The file ends too early; everything before its end was read.</source>
        <translation>文件过早结束；结束之前的内容均已读取。</translation>
    </message>
    <message>
        <source>Commas where none belongs; ignored.</source>
        <translation>多余的逗号；已忽略。</translation>
    </message>
    <message>
        <source>Begin events without an end; drawn to the end of the trace, not counted.</source>
        <translation>没有结束的开始事件；画到轨迹末尾，不计入统计。</translation>
    </message>
    <message>
        <source>End events without a begin; ignored.</source>
        <translation>没有开始的结束事件；已忽略。</translation>
    </message>
    <message>
        <source>Flow arrows with only one end; not drawn.</source>
        <translation>只有一端的连线；不绘制。</translation>
    </message>
    <message>
        <source>Slices that cross each other on one lane; drawn on extra rows.</source>
        <translation>同一泳道上互相交叉的事件；画在额外的行上。</translation>
    </message>
    <message>
        <source>Device kernels that enclose other kernels of their stream.</source>
        <translation>包住同流其他算子的设备算子。</translation>
    </message>
    <message>
        <source>The trace holds no slices.</source>
        <translation>轨迹中没有事件。</translation>
    </message>
    <message>
        <source>The profile holds no device data; only the host is shown.</source>
        <translation>数据中没有设备侧内容；只显示主机侧。</translation>
    </message>
    <message>
        <source>Processes without a name; shown by their id.</source>
        <translation>没有名称的进程；按编号显示。</translation>
    </message>
    <message>
        <source>Table rows that cannot be read; rejected.</source>
        <translation>无法读取的表格行；已拒绝。</translation>
    </message>
    <message>
        <source>Table rows with too many or too few fields.</source>
        <translation>字段过多或过少的表格行。</translation>
    </message>
    <message>
        <source>Tables with an unknown header; listed but not read.</source>
        <translation>表头未知的表格；已列出但未读取。</translation>
    </message>
    <message>
        <source>Kernel rows without a slice in the timeline; counted in the tables only.</source>
        <translation>时间线中没有对应事件的算子行；只计入表格。</translation>
    </message>
    <message>
        <source>Several parts claim the same rank number; kept apart.</source>
        <translation>多个部分声称同一个 rank 编号；分开保留。</translation>
    </message>
    <message>
        <source>Raw data that was never analysed; run the collector&apos;s analysis on it first.</source>
        <translation>尚未解析的原始数据；请先用采集工具解析。</translation>
    </message>
    <message>
        <source>Files that could not be read; the rest was opened without them.</source>
        <translation>无法读取的文件；其余内容已打开。</translation>
    </message>
    <message>
        <source>Files in a format that is not known; left out.</source>
        <translation>格式未知的文件；未包含。</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Figures that are missing or no numbers; the rest of their rows was read.</source>
        <translation>缺失或不是数字的数值；所在行的其余内容已读取。</translation>
    </message>
    <message>
        <source>Device slices that start before their launch; the arrows go back in time.</source>
        <translation>开始时间早于下发的设备事件；连线指向过去。</translation>
    </message>
    <message>
        <source>Tables of a database that are damaged; read as far as they go.</source>
        <translation>数据库中已损坏的表；能读多少读多少。</translation>
    </message>
    <message>
        <source>Slices of an export that are missing; what is there was read.</source>
        <translation>导出的部分分片缺失；已读取现有的部分。</translation>
    </message>
    <message>
        <source>Left out on request; the figures are of the rest.</source>
        <translation>按要求未读取；数据为其余部分的结果。</translation>
    </message>
</context>
<context>
    <name>Notes</name>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1，位于 %2</translation>
    </message>
    <message>
        <source>The profile</source>
        <translation>全部数据</translation>
    </message>
</context>
<context>
    <name>Pages</name>
    <message>
        <source>Triage</source>
        <translation>总览</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>Flame</source>
        <translation>火焰图</translation>
    </message>
    <message>
        <source>Advisor</source>
        <translation>诊断</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>备注</translation>
    </message>
</context>
<context>
    <name>Progress</name>
    <message>
        <source>Looking for files</source>
        <translation>正在查找文件</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>正在读取</translation>
    </message>
    <message>
        <source>Building tables</source>
        <translation>正在建表</translation>
    </message>
    <message>
        <source>Indexing</source>
        <translation>正在建立索引</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>就绪</translation>
    </message>
</context>
<context>
    <name>QPlatformTheme</name>
    <message>
        <source>OK</source>
        <translation>确定</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>&amp;Yes</source>
        <translation>是(&amp;Y)</translation>
    </message>
    <message>
        <source>Yes to &amp;All</source>
        <translation>全部是(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;No</source>
        <translation>否(&amp;N)</translation>
    </message>
    <message>
        <source>N&amp;o to All</source>
        <translation>全部否(&amp;O)</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
</context>
<context>
    <name>Report</name>
    <message>
        <source>page %1 of %2</source>
        <translation>第 %1 页，共 %2 页</translation>
    </message>
    <message>
        <source>Ranks %1; the figures are those of rank %2, the worst.</source>
        <translation>Rank %1；数值取自最差的 rank %2。</translation>
    </message>
    <message>
        <source>Rank %1.</source>
        <translation>Rank %1。</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Which</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>least %1, mean %2, 95 % of the time below %3, most %4; derived from kernels</source>
        <translation>最小 %1，平均 %2，95% 的时间低于 %3，最大 %4；由算子推算</translation>
    </message>
    <message>
        <source>least %1, mean %2, 95 % of the time below %3, most %4; counted by the device</source>
        <translation>最小 %1，平均 %2，95% 的时间低于 %3，最大 %4；由设备计数</translation>
    </message>
    <message>
        <source>too few samples in this range for figures</source>
        <translation>此范围内采样过少，无法统计</translation>
    </message>
    <message>
        <source>[problem %1] %2 (%3)</source>
        <translation>[问题 %1] %2（%3）</translation>
    </message>
    <message>
        <source>Explained by rule %1.</source>
        <translation>由规则 %1 解释。</translation>
    </message>
    <message>
        <source>Suggestion</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>Expected gain</source>
        <translation>预期收益</translation>
    </message>
    <message>
        <source>Speed-up</source>
        <translation>加速比</translation>
    </message>
    <message>
        <source>a step becomes up to %1 times as fast</source>
        <translation>单个 step 的速度最高可达原来的 %1 倍</translation>
    </message>
    <message>
        <source>Written by Tideline on %1</source>
        <translation>由 Tideline 生成于 %1</translation>
    </message>
    <message>
        <source>Profile: %1</source>
        <translation>数据：%1</translation>
    </message>
    <message>
        <source>Scope: %1; all figures are limited to it.</source>
        <translation>分析范围：%1；所有统计均限定于此。</translation>
    </message>
    <message>
        <source>Users, hosts, addresses and directories are replaced by stand-ins.</source>
        <translation>用户名、主机名、地址和目录已用代称替换。</translation>
    </message>
    <message>
        <source>%1: left out, because the names in the picture cannot be replaced.</source>
        <translation>%1：已省略，因为图中的名称无法替换。</translation>
    </message>
    <message>
        <source>%1 to %2 per step, at most %3 of its time</source>
        <translation>每个 step %1 至 %2，最多占其时长的 %3</translation>
    </message>
    <message>
        <source>up to %1 per step, %2 of its time (upper bound)</source>
        <translation>每个 step 最多 %1，占其时长的 %2（上限）</translation>
    </message>
    <message>
        <source>up to %1 of memory</source>
        <translation>最多节省 %1 内存</translation>
    </message>
    <message>
        <source>no figure: the profile does not say how long the cause took</source>
        <translation>无法量化：数据中没有该原因的耗时</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Track</source>
        <translation>泳道</translation>
    </message>
    <message>
        <source>At</source>
        <translation>时刻</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>High</source>
        <translation>高</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>中</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>低</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>(no name)</source>
        <translation>（无名称）</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>Performance report</source>
        <translation>性能分析报告</translation>
    </message>
    <message>
        <source>top %1 of %2</source>
        <translation>前 %1 项，共 %2 项</translation>
    </message>
    <message>
        <source>Problems and expected gain per step</source>
        <translation>问题与每个 step 的预期收益</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Severity</source>
        <translation>级别</translation>
    </message>
    <message>
        <source>What</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Gain, least</source>
        <translation>收益下限</translation>
    </message>
    <message>
        <source>Gain, most</source>
        <translation>收益上限</translation>
    </message>
    <message>
        <source>Of a step</source>
        <translation>占 step</translation>
    </message>
    <message>
        <source>Suggestions</source>
        <translation>优化建议</translation>
    </message>
    <message>
        <source>No rule found a problem in the scope.</source>
        <translation>规则在分析范围内未发现问题。</translation>
    </message>
    <message>
        <source>All of them together gain up to %1 per step, %2 of its time; overlapping causes count once.</source>
        <translation>全部合计，每个 step 最多可节省 %1，占其时长的 %2；重叠的原因只计一次。</translation>
    </message>
    <message>
        <source>Rules that could not be judged</source>
        <translation>无法判定的规则</translation>
    </message>
    <message>
        <source>The profile had the data for every rule.</source>
        <translation>数据足以判定所有规则。</translation>
    </message>
    <message>
        <source>What is missing</source>
        <translation>缺少的内容</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Why not</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Communication by primitive, sums over the scope</source>
        <translation>按通信原语统计，分析范围内求和</translation>
    </message>
    <message>
        <source>Primitive</source>
        <translation>通信原语</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>调用次数</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>总时长</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>Transfer</source>
        <translation>传输</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Communication takes %1 of a step: above 50 % the parallel strategy should be redesigned.</source>
        <translation>通信占 step 的 %1：超过 50%，应重新设计并行策略。</translation>
    </message>
    <message>
        <source>Communication takes %1 of a step: above 30 % it is severe; look at the communication itself and at the parallel strategy.</source>
        <translation>通信占 step 的 %1：超过 30%，问题严重；请检查通信本身和并行策略。</translation>
    </message>
    <message>
        <source>Communication takes %1 of a step: from 15 % to 30 % it is a light problem.</source>
        <translation>通信占 step 的 %1：在 15% 至 30% 之间，问题较轻。</translation>
    </message>
    <message>
        <source>Communication takes %1 of a step: below 15 % it is no problem.</source>
        <translation>通信占 step 的 %1：低于 15%，没有问题。</translation>
    </message>
    <message>
        <source>Computing hides %1 of the communication.</source>
        <translation>通信的 %1 被计算掩盖。</translation>
    </message>
    <message>
        <source>Of the communication, %1 is waiting for other ranks.</source>
        <translation>通信的 %1 是在等待其他 rank。</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>No communication in the scope: either the job has one rank only, or communication.json and the communication lanes are missing; collect at profiler level 1 or above.</source>
        <translation>分析范围内没有通信：任务只有一个 rank，或缺少 communication.json 和通信泳道；请把 profiler_level 设为 Level1 或更高后采集。</translation>
    </message>
    <message>
        <source>Transfer and waiting are not told apart: communication.json is missing; it is written at profiler level 1 and above.</source>
        <translation>无法区分传输与等待：缺少 communication.json；profiler_level 为 Level1 或更高时才会生成。</translation>
    </message>
    <message>
        <source>AI Core utilisation (cube)</source>
        <translation>AI Core 利用率（Cube）</translation>
    </message>
    <message>
        <source>AI Core utilisation (vector)</source>
        <translation>AI Core 利用率（Vector）</translation>
    </message>
    <message>
        <source>AI Core utilisation</source>
        <translation>AI Core 利用率</translation>
    </message>
    <message>
        <source>HBM bandwidth, read</source>
        <translation>HBM 带宽（读）</translation>
    </message>
    <message>
        <source>HBM bandwidth, write</source>
        <translation>HBM 带宽（写）</translation>
    </message>
    <message>
        <source>HBM bandwidth</source>
        <translation>HBM 带宽</translation>
    </message>
    <message>
        <source>Last-level cache throughput</source>
        <translation>末级缓存吞吐</translation>
    </message>
    <message>
        <source>Last-level cache hits</source>
        <translation>末级缓存命中率</translation>
    </message>
    <message>
        <source>AI Core frequency</source>
        <translation>AI Core 频率</translation>
    </message>
    <message>
        <source>Device memory</source>
        <translation>设备内存</translation>
    </message>
    <message>
        <source>Memory of the allocator</source>
        <translation>分配器内存</translation>
    </message>
    <message>
        <source>Counter</source>
        <translation>计数器</translation>
    </message>
    <message>
        <source>Means over time</source>
        <translation>按时间平均</translation>
    </message>
    <message>
        <source>Curve</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>Least</source>
        <translation>最小</translation>
    </message>
    <message>
        <source>95 %</source>
        <translation>95% 分位</translation>
    </message>
    <message>
        <source>Most</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>单位</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>No AI Core utilisation: it is derived from the Block Dim column of kernel_details.csv, or counted with aic_metrics in sampling mode.</source>
        <translation>没有 AI Core 利用率：它由 kernel_details.csv 的 Block Dim 列推算，或在采样模式下用 aic_metrics 计数。</translation>
    </message>
    <message>
        <source>No HBM samples in this profile: they are the HBM counters of trace_view.json; switch on sys_interconnection and the hardware memory sampling when collecting.</source>
        <translation>数据中没有 HBM 采样：它们是 trace_view.json 中的 HBM 计数器；采集时请打开 sys_interconnection 和硬件内存采样。</translation>
    </message>
    <message>
        <source>No frequency curve: it is the counter AI Core Freq of trace_view.json, which newer collectors write by themselves.</source>
        <translation>没有频率曲线：它是 trace_view.json 中的计数器 AI Core Freq，较新的采集工具会自动写入。</translation>
    </message>
    <message>
        <source>What the import found</source>
        <translation>导入时的发现</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>First place</source>
        <translation>首次出现</translation>
    </message>
    <message>
        <source>What was done</source>
        <translation>处理方式</translation>
    </message>
    <message>
        <source>Files that were not read as a whole</source>
        <translation>未完整读取的文件</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行数</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>采集级别</translation>
    </message>
    <message>
        <source>Clock shift</source>
        <translation>时钟偏移</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>路径</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>设置项</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Data quality</source>
        <translation>数据质量</translation>
    </message>
    <message>
        <source>%1 of %2 files were read as a whole.</source>
        <translation>共 %2 个文件，完整读取 %1 个。</translation>
    </message>
    <message>
        <source>The import found nothing wrong with the data.</source>
        <translation>导入时未发现数据问题。</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>环境</translation>
    </message>
    <message>
        <source>Switches of the collector</source>
        <translation>采集开关</translation>
    </message>
    <message>
        <source>Environment variables</source>
        <translation>环境变量</translation>
    </message>
    <message>
        <source>Parallel strategy</source>
        <translation>并行策略</translation>
    </message>
    <message>
        <source>The profile does not say how it was collected: profiler_info.json and profiler_metadata.json are missing.</source>
        <translation>数据未说明采集方式：缺少 profiler_info.json 和 profiler_metadata.json。</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>No notes: a text given with --notes FILE stands here.</source>
        <translation>没有备注：用 --notes FILE 给出的文字会显示在这里。</translation>
    </message>
    <message>
        <source>Peaks</source>
        <translation>峰值</translation>
    </message>
    <message>
        <source>Component</source>
        <translation>组件</translation>
    </message>
    <message>
        <source>Allocated</source>
        <translation>已分配</translation>
    </message>
    <message>
        <source>Reserved</source>
        <translation>已预留</translation>
    </message>
    <message>
        <source>Peak at</source>
        <translation>峰值时刻</translation>
    </message>
    <message>
        <source>Operators that allocate most</source>
        <translation>分配内存最多的算子</translation>
    </message>
    <message>
        <source>Allocations</source>
        <translation>分配次数</translation>
    </message>
    <message>
        <source>Sum</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>Largest</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>No memory records: they come from memory_record.csv and operator_memory.csv; switch on profile_memory when collecting.</source>
        <translation>没有内存记录：它们来自 memory_record.csv 和 operator_memory.csv；采集时请打开 profile_memory。</translation>
    </message>
    <message>
        <source>Operators that take most time</source>
        <translation>耗时最多的算子</translation>
    </message>
    <message>
        <source>Slices that take most time</source>
        <translation>耗时最多的事件</translation>
    </message>
    <message>
        <source>No.</source>
        <translation>序号</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Core</source>
        <translation>核类型</translation>
    </message>
    <message>
        <source>Self</source>
        <translation>自身时长</translation>
    </message>
    <message>
        <source>Longest</source>
        <translation>最长</translation>
    </message>
    <message>
        <source>Wait</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>What the hardware did meanwhile</source>
        <translation>同期的硬件表现</translation>
    </message>
    <message>
        <source>Cube utilisation</source>
        <translation>Cube 利用率</translation>
    </message>
    <message>
        <source>L2 hits</source>
        <translation>L2 命中率</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>Written</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>By type and core</source>
        <translation>按类型与核类型</translation>
    </message>
    <message>
        <source>Sequences that could be fused</source>
        <translation>可融合的算子序列</translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation>序列</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Step</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>出现次数</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>现耗时</translation>
    </message>
    <message>
        <source>Fused</source>
        <translation>融合后</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>节省比例</translation>
    </message>
    <message>
        <source>Cause</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>launches</source>
        <translation>下发</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>访存</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>No operators in the scope: they come from kernel_details.csv, op_summary_*.csv or the slices of a trace; switch on the NPU activity when collecting.</source>
        <translation>分析范围内没有算子：它们来自 kernel_details.csv、op_summary_*.csv 或轨迹中的事件；采集时请打开 NPU activity。</translation>
    </message>
    <message>
        <source>The profile has no table of kernels: these are the slices of the trace. kernel_details.csv would bring types, cores and waiting times.</source>
        <translation>数据中没有算子表：此处为轨迹中的事件。有 kernel_details.csv 时可显示类型、核类型和等待时间。</translation>
    </message>
    <message>
        <source>No counters of the AI cores: set aic_metrics (PipeUtilization, Memory, L2Cache) at profiler level 1 or above.</source>
        <translation>没有 AI Core 计数器：请在 profiler_level 为 Level1 或更高时设置 aic_metrics（PipeUtilization、Memory、L2Cache）。</translation>
    </message>
    <message>
        <source>No sequence to fuse: none repeats often enough, or the kernels have no types, which the profiler writes at level 1 and above.</source>
        <translation>没有可融合的序列：重复次数都不够多，或算子没有类型（profiler_level 为 Level1 或更高时才会写入）。</translation>
    </message>
    <message>
        <source>Key figures, means per rank and step</source>
        <translation>关键指标（每个 rank、每个 step 的平均）</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Step 数</translation>
    </message>
    <message>
        <source>Operators, all ranks and steps</source>
        <translation>算子数（所有 rank 和 step）</translation>
    </message>
    <message>
        <source>Total time of a step</source>
        <translation>单个 step 总时长</translation>
    </message>
    <message>
        <source>Computing</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Communication hidden behind computing</source>
        <translation>被计算掩盖的通信</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>AI Core utilisation while kernels run</source>
        <translation>算子运行期间的 AI Core 利用率</translation>
    </message>
    <message>
        <source>AI Core utilisation of the whole time</source>
        <translation>全程 AI Core 利用率</translation>
    </message>
    <message>
        <source>MAC active in cube kernels</source>
        <translation>Cube 算子中 MAC 活跃占比</translation>
    </message>
    <message>
        <source>L2 hit rate</source>
        <translation>L2 命中率</translation>
    </message>
    <message>
        <source>HBM bandwidth used while kernels run</source>
        <translation>算子运行期间的 HBM 带宽利用率</translation>
    </message>
    <message>
        <source>HBM bandwidth used over the whole time</source>
        <translation>全程 HBM 带宽利用率</translation>
    </message>
    <message>
        <source>Where the time of a step goes</source>
        <translation>step 的时间去向</translation>
    </message>
    <message>
        <source>Communication, not hidden</source>
        <translation>未掩盖通信</translation>
    </message>
    <message>
        <source>Preparing</source>
        <translation>准备</translation>
    </message>
    <message>
        <source>Phases of a step, slowest rank</source>
        <translation>step 的各阶段（最慢的 rank）</translation>
    </message>
    <message>
        <source>Data loading</source>
        <translation>数据加载</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>Not assigned</source>
        <translation>未归类</translation>
    </message>
    <message>
        <source>rank %1, step %2</source>
        <translation>rank %1，step %2</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>step %1</translation>
    </message>
    <message>
        <source>whole profile</source>
        <translation>全部数据</translation>
    </message>
    <message>
        <source>Ranks and steps</source>
        <translation>各 rank 与 step</translation>
    </message>
    <message>
        <source>Time of each rank and step</source>
        <translation>各 rank、各 step 的时长</translation>
    </message>
    <message>
        <source>Overlapped</source>
        <translation>已掩盖</translation>
    </message>
    <message>
        <source>Not overlapped</source>
        <translation>未掩盖</translation>
    </message>
    <message>
        <source>The advisor has %1 findings of high, %2 of medium and %3 of low severity, and %4 notes.</source>
        <translation>诊断结果：级别高 %1 条，中 %2 条，低 %3 条，另有提示 %4 条。</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>概览</translation>
    </message>
    <message>
        <source>No time split: the profile shows no device work. It comes from kernel_details.csv, step_trace_time.csv or the device lanes of trace_view.json; switch on the NPU activity and profiler level 1 when collecting.</source>
        <translation>没有时间划分：数据中没有设备侧工作。它来自 kernel_details.csv、step_trace_time.csv 或 trace_view.json 的设备泳道；采集时请打开 NPU activity，并把 profiler_level 设为 Level1。</translation>
    </message>
    <message>
        <source>The longest step</source>
        <translation>最长的 step</translation>
    </message>
    <message>
        <source>All of the scope, %1 long.</source>
        <translation>整个分析范围，时长 %1。</translation>
    </message>
    <message>
        <source>The whole profile</source>
        <translation>全部数据</translation>
    </message>
    <message>
        <source>Step %1, %2 long, from %3 after the start of the profile.</source>
        <translation>Step %1，时长 %2，始于数据开始后 %3。</translation>
    </message>
    <message>
        <source>The heaviest place of the first finding</source>
        <translation>首条诊断结果影响最大的位置</translation>
    </message>
    <message>
        <source>%1: %2, %3 long, from %4 after the start of the profile.</source>
        <translation>%1：%2，时长 %3，始于数据开始后 %4。</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>No timeline in the scope: slices come from trace_view.json, msprof_*.json or another trace.</source>
        <translation>分析范围内没有时间线：事件来自 trace_view.json、msprof_*.json 或其他轨迹。</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>read</source>
        <translation>已读取</translation>
    </message>
    <message>
        <source>partly read</source>
        <translation>部分读取</translation>
    </message>
    <message>
        <source>skipped</source>
        <translation>已跳过</translation>
    </message>
    <message>
        <source>not supported</source>
        <translation>不支持</translation>
    </message>
    <message>
        <source>Saved, not hidden</source>
        <translation>可节省（未掩盖）</translation>
    </message>
    <message>
        <source>After the last device work</source>
        <translation>最后的设备任务之后</translation>
    </message>
</context>
<context>
    <name>ScopeText</name>
    <message>
        <source>Rank %1</source>
        <translation>Rank %1</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>Step %1</translation>
    </message>
    <message>
        <source>Stream %1</source>
        <translation>流 %1</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>Category %1</source>
        <translation>类别 %1</translation>
    </message>
    <message>
        <source>Operator %1</source>
        <translation>算子 %1</translation>
    </message>
    <message>
        <source>Name has “%1”</source>
        <translation>名称含“%1”</translation>
    </message>
</context>
<context>
    <name>Text</name>
    <message>
        <source>(no name)</source>
        <translation>（无名称）</translation>
    </message>
</context>
<context>
    <name>Timeline</name>
    <message>
        <source>Start: %1</source>
        <translation>开始：%1</translation>
    </message>
    <message>
        <source>Duration: %1</source>
        <translation>时长：%1</translation>
    </message>
    <message>
        <source>Track: %1</source>
        <translation>轨道：%1</translation>
    </message>
    <message>
        <source>Never ended: drawn to the end of the profile</source>
        <translation>没有结束：画到数据末尾</translation>
    </message>
    <message>
        <source>The longest of %1 slices here</source>
        <translation>此处 %1 个切片中最长的一个</translation>
    </message>
    <message>
        <source>Time: %1</source>
        <translation>时间：%1</translation>
    </message>
    <message>
        <source>Value: %1</source>
        <translation>值：%1</translation>
    </message>
    <message>
        <source>Sampled: %1</source>
        <translation>采样于：%1</translation>
    </message>
    <message>
        <source>No process</source>
        <translation>无进程</translation>
    </message>
    <message>
        <source>Process %1</source>
        <translation>进程 %1</translation>
    </message>
    <message>
        <source>Rank %1</source>
        <translation>Rank %1</translation>
    </message>
    <message>
        <source>Input %1</source>
        <translation>输入 %1</translation>
    </message>
    <message>
        <source>device %1</source>
        <translation>设备 %1</translation>
    </message>
    <message>
        <source>Copy &amp;Name</source>
        <translation>复制名称(&amp;N)</translation>
    </message>
    <message>
        <source>Copy &amp;Time</source>
        <translation>复制时间(&amp;T)</translation>
    </message>
    <message>
        <source>Copy &amp;Details</source>
        <translation>复制详情(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Zoom to</source>
        <translation>缩放到此(&amp;Z)</translation>
    </message>
    <message>
        <source>&amp;Find Same Name</source>
        <translation>查找同名(&amp;F)</translation>
    </message>
    <message>
        <source>Select Its Time &amp;Range</source>
        <translation>选择其时间范围(&amp;R)</translation>
    </message>
    <message>
        <source>Follow Arrow &amp;Back</source>
        <translation>沿箭头向后(&amp;B)</translation>
    </message>
    <message>
        <source>Follow Arrow For&amp;ward</source>
        <translation>沿箭头向前(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Expand</source>
        <translation>展开(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Collapse</source>
        <translation>折叠(&amp;C)</translation>
    </message>
    <message>
        <source>Expand &amp;All</source>
        <translation>全部展开(&amp;A)</translation>
    </message>
    <message>
        <source>C&amp;ollapse All</source>
        <translation>全部折叠(&amp;O)</translation>
    </message>
    <message>
        <source>Show the &amp;Whole Profile</source>
        <translation>显示全部(&amp;W)</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>&amp;Limit to the Selected Range</source>
        <translation>限定到所选范围(&amp;L)</translation>
    </message>
    <message>
        <source>Limit to Its &amp;Time</source>
        <translation>限定到其时间(&amp;T)</translation>
    </message>
    <message>
        <source>Limit to This O&amp;perator</source>
        <translation>限定到此算子(&amp;P)</translation>
    </message>
    <message>
        <source>Limit to Stream %1</source>
        <translation>限定到流 %1</translation>
    </message>
    <message>
        <source>Limit to Rank %1</source>
        <translation>限定到 rank %1</translation>
    </message>
</context>
<context>
    <name>Tracks</name>
    <message>
        <source>Host threads</source>
        <translation>主机线程</translation>
    </message>
    <message>
        <source>Device streams</source>
        <translation>设备流</translation>
    </message>
    <message>
        <source>Communication groups</source>
        <translation>通信组</translation>
    </message>
    <message>
        <source>Communication planes</source>
        <translation>通信平面</translation>
    </message>
    <message>
        <source>Overlap analysis</source>
        <translation>掩盖分析</translation>
    </message>
    <message>
        <source>Processes</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>Other tracks</source>
        <translation>其他泳道</translation>
    </message>
    <message>
        <source>Asynchronous spans</source>
        <translation>异步区间</translation>
    </message>
    <message>
        <source>Unfinished slices</source>
        <translation>未结束的事件</translation>
    </message>
</context>
<context>
    <name>Triage</name>
    <message>
        <source>Mean of a step over all ranks</source>
        <translation>所有 rank 每个 step 的平均</translation>
    </message>
    <message>
        <source>slowest</source>
        <translation>最慢</translation>
    </message>
    <message>
        <source>Computing</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Exposed communication</source>
        <translation>未掩盖通信</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Preparing</source>
        <translation>准备</translation>
    </message>
    <message>
        <source>Profile %1</source>
        <translation>数据 %1</translation>
    </message>
    <message>
        <source>Rank %1</source>
        <translation>Rank %1</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>Step %1</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>This profile holds no activity.</source>
        <translation>数据中没有任何活动。</translation>
    </message>
    <message>
        <source>No steps in this profile: what its tracks are busy with</source>
        <translation>数据中没有 step：各类泳道的忙碌情况</translation>
    </message>
    <message>
        <source>The device is computing for %1 of the step time.</source>
        <translation>设备在 step 时间的 %1 内处于计算状态。</translation>
    </message>
    <message>
        <source>The device waits for communication for %1 of the step time.</source>
        <translation>设备在 step 时间的 %1 内等待通信。</translation>
    </message>
    <message>
        <source>The device is idle for %1 of the step time: it waits for the host.</source>
        <translation>设备在 step 时间的 %1 内空闲：在等待主机。</translation>
    </message>
    <message>
        <source>Preparing takes %1 of the step time: the device waits for its first kernel.</source>
        <translation>准备阶段占 step 时间的 %1：设备在等待第一个算子。</translation>
    </message>
    <message>
        <source>%1 is the slowest: %2 (%3) more work of its own per step than the median.</source>
        <translation>%1 最慢：每个 step 的自身工作比中位数多 %2（%3）。</translation>
    </message>
    <message>
        <source>Step times vary by %1 (standard deviation).</source>
        <translation>各 step 时长的波动为 %1（标准差）。</translation>
    </message>
    <message>
        <source>Preview from the small files; the traces are still being read.</source>
        <translation>根据小文件得到的预览；轨迹仍在读取。</translation>
    </message>
    <message>
        <source>Figures: recomputed from the events.</source>
        <translation>数据来源：根据事件重新计算。</translation>
    </message>
    <message>
        <source>Figures: from step_trace_time.csv.</source>
        <translation>数据来源：step_trace_time.csv。</translation>
    </message>
    <message numerus="yes">
        <source>%n rank(s)</source>
        <translation>
            <numerusform>%n 个 rank</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n step(s)</source>
        <translation>
            <numerusform>%n 个 step</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 events</source>
        <translation>%1 个事件</translation>
    </message>
    <message>
        <source>%1 long</source>
        <translation>时长 %1</translation>
    </message>
    <message>
        <source>Partial data: a file ends too early. The Import tab says where.</source>
        <translation>数据不完整：有文件过早结束。位置见“导入”页。</translation>
    </message>
    <message>
        <source>Partial data: %1 of the events were rejected (%2). The Import tab says which.</source>
        <translation>数据不完整：%1 的事件被拒绝（%2 个）。详见“导入”页。</translation>
    </message>
    <message>
        <source>All events were read; the Import tab lists %1 remarks.</source>
        <translation>全部事件均已读取；“导入”页列出 %1 条发现。</translation>
    </message>
    <message>
        <source>All events were read.</source>
        <translation>全部事件均已读取。</translation>
    </message>
    <message>
        <source>%1: %2 (%3)</source>
        <translation>%1：%2（%3）</translation>
    </message>
    <message>
        <source>Wall: %1</source>
        <translation>墙钟时间：%1</translation>
    </message>
    <message>
        <source>Click to see it in the timeline</source>
        <translation>单击可在时间线中查看</translation>
    </message>
    <message numerus="yes">
        <source>%n track(s), busiest: %1 (%2)</source>
        <translation>
            <numerusform>%n 条泳道，最忙：%1（%2）</numerusform>
        </translation>
    </message>
    <message>
        <source>The heaviest of %1 findings</source>
        <translation>影响最大的诊断结果（共 %1 条）</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>诊断结果</translation>
    </message>
    <message>
        <source>No step lies inside the scope.</source>
        <translation>分析范围内没有 step。</translation>
    </message>
    <message>
        <source>Only the ranks, steps and times of the scope count here; streams and names do not change the figures of steps.</source>
        <translation>此处只计入分析范围内的 rank、step 和时间；流和名称不影响 step 的统计。</translation>
    </message>
    <message>
        <source>After the last device work</source>
        <translation>最后的设备任务之后</translation>
    </message>
    <message>
        <source>After its last work the device is idle for %1 of the step time: the host goes on.</source>
        <translation>设备在最后一个任务之后空闲，占 step 时间的 %1：主机仍在运行。</translation>
    </message>
    <message>
        <source>Overlapped</source>
        <translation>重叠</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>%1 of %2 steps differ by more than 1 % from the profiler&apos;s own figures; the bars say by how much.</source>
        <translation>%2 个迭代中有 %1 个与采集工具自身的数据相差超过 1 %；差值见各条形的提示。</translation>
    </message>
    <message>
        <source>%1 recomputed: %2, the profiler says %3</source>
        <translation>%1 重新计算为 %2，采集工具给出 %3</translation>
    </message>
</context>
<context>
    <name>main</name>
    <message>
        <source>Shows where the time of NPU jobs goes.</source>
        <translation>展示 NPU 任务的时间去向。</translation>
    </message>
    <message>
        <source>Language of the texts: en or zh_CN.</source>
        <translation>界面语言：en 或 zh_CN。</translation>
    </message>
    <message>
        <source>Ignore the saved layout.</source>
        <translation>忽略已保存的布局。</translation>
    </message>
    <message>
        <source>Open a window of its own (always so).</source>
        <translation>打开独立窗口（始终如此）。</translation>
    </message>
    <message>
        <source>Profile directories or trace files.</source>
        <translation>性能数据目录或轨迹文件。</translation>
    </message>
    <message>
        <source>Try: tideline --help</source>
        <translation>请试：tideline --help</translation>
    </message>
</context>
<context>
    <name>tideline::AdvisorPage</name>
    <message>
        <source>Show findings of this severity</source>
        <translation>显示此级别的诊断结果</translation>
    </message>
    <message>
        <source>Show findings of this category</source>
        <translation>显示此分类的诊断结果</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>诊断结果</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Copy findings, use limits of your own</source>
        <translation>复制诊断结果、使用自定义阈值</translation>
    </message>
    <message>
        <source>&amp;Copy finding</source>
        <translation>复制诊断结果(&amp;C)</translation>
    </message>
    <message>
        <source>Copy &amp;all findings</source>
        <translation>复制全部诊断结果(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Rules file…</source>
        <translation>规则文件(&amp;R)…</translation>
    </message>
    <message>
        <source>&amp;Built-in rules</source>
        <translation>内置规则(&amp;B)</translation>
    </message>
    <message>
        <source>All severities</source>
        <translation>全部级别</translation>
    </message>
    <message>
        <source>Low and above</source>
        <translation>低及以上</translation>
    </message>
    <message>
        <source>Medium and above</source>
        <translation>中及以上</translation>
    </message>
    <message>
        <source>High only</source>
        <translation>仅高</translation>
    </message>
    <message>
        <source>All categories</source>
        <translation>全部分类</translation>
    </message>
    <message>
        <source>The rules file was not taken.</source>
        <translation>规则文件未被采用。</translation>
    </message>
    <message>
        <source>Open a profile to get advice.</source>
        <translation>打开数据后，诊断建议显示在这里。</translation>
    </message>
    <message>
        <source>The advisor stopped: %1</source>
        <translation>诊断已中止：%1</translation>
    </message>
    <message>
        <source>Judging the profile…</source>
        <translation>正在诊断…</translation>
    </message>
    <message>
        <source>No rule holds for this profile.</source>
        <translation>此数据未命中任何规则。</translation>
    </message>
    <message>
        <source>No rule holds inside this scope.</source>
        <translation>此分析范围内未命中任何规则。</translation>
    </message>
    <message numerus="yes">
        <source>The filter hides all %n finding(s).</source>
        <translation>
            <numerusform>全部 %n 条诊断结果均被过滤隐藏。</numerusform>
        </translation>
    </message>
    <message>
        <source>Limits: %1</source>
        <translation>阈值：%1</translation>
    </message>
    <message>
        <source>Rules file</source>
        <translation>规则文件</translation>
    </message>
    <message>
        <source>Rules (*.json)</source>
        <translation>规则 (*.json)</translation>
    </message>
</context>
<context>
    <name>tideline::ChoosePartsDialog</name>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>Not chosen: %1</source>
        <translation>未选择：%1</translation>
    </message>
    <message>
        <source>Left out: %1</source>
        <translation>未读取：%1</translation>
    </message>
    <message>
        <source>Never analysed: %1</source>
        <translation>尚未解析：%1</translation>
    </message>
    <message>
        <source>Cannot be read: %1</source>
        <translation>无法读取：%1</translation>
    </message>
    <message>
        <source>Choose What to Open</source>
        <translation>选择要打开的内容</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>路径</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Estimate</source>
        <translation>预计耗时</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Parts that were found</source>
        <translation>找到的部分</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Numbers and spans with commas between them, such as 3-5,9</source>
        <translation>以逗号分隔的数字和区间，例如 3-5,9</translation>
    </message>
    <message>
        <source>Without operators and functions of &amp;Python</source>
        <translation>不含 &amp;Python 的算子和函数</translation>
    </message>
    <message>
        <source>Without &amp;arguments of events</source>
        <translation>不含事件参数(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Open Both</source>
        <translation>两个都打开(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>打开(&amp;O)</translation>
    </message>
    <message>
        <source>Only &amp;steps</source>
        <translation>仅这些迭代(&amp;S)</translation>
    </message>
    <message>
        <source>The steps are no list of numbers such as 3-5,9.</source>
        <translation>迭代应为数字列表，例如 3-5,9。</translation>
    </message>
    <message>
        <source>%1 of %2 parts, %3, about %4</source>
        <translation>%2 个部分中的 %1 个，%3，约 %4</translation>
    </message>
    <message>
        <source>Check A&amp;ll</source>
        <translation>全选(&amp;L)</translation>
    </message>
    <message>
        <source>All that is read by default</source>
        <translation>默认读取的全部内容</translation>
    </message>
    <message>
        <source>Check &amp;None</source>
        <translation>全不选(&amp;N)</translation>
    </message>
</context>
<context>
    <name>tideline::CurvePlot</name>
    <message>
        <source>Curves</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>Time since the start</source>
        <translation>距起点的时间</translation>
    </message>
    <message>
        <source>no value</source>
        <translation>无值</translation>
    </message>
    <message>
        <source>at %1</source>
        <translation>采样于 %1</translation>
    </message>
    <message>
        <source>line: mean, pale: least to greatest</source>
        <translation>线：平均；浅色：最小至最大</translation>
    </message>
    <message>
        <source>%1 (held)</source>
        <translation>%1（已固定）</translation>
    </message>
    <message>
        <source>Fit what is visible</source>
        <translation>适应可见部分</translation>
    </message>
    <message>
        <source>Whole run</source>
        <translation>整个运行</translation>
    </message>
    <message>
        <source>Fixed: 0 to 100 % or to the peak</source>
        <translation>固定：0 至 100% 或至峰值</translation>
    </message>
    <message>
        <source>Logarithmic</source>
        <translation>对数</translation>
    </message>
</context>
<context>
    <name>tideline::CurveSet</name>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
</context>
<context>
    <name>tideline::CurvesPage</name>
    <message>
        <source>Figures of the whole run</source>
        <translation>整个运行的统计</translation>
    </message>
    <message>
        <source>Figures of the selected range: %1 from %2</source>
        <translation>所选范围的统计：时长 %1，始于 %2</translation>
    </message>
    <message>
        <source>No profile is open</source>
        <translation>没有打开的数据</translation>
    </message>
    <message>
        <source>Collecting curves…</source>
        <translation>正在收集曲线…</translation>
    </message>
    <message>
        <source>No curve is shown: choose one in the list</source>
        <translation>没有显示曲线：请在列表中选择</translation>
    </message>
</context>
<context>
    <name>tideline::DetailsPage</name>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Click a slice, drag over a time range, or pick a row of the operators table: what the profile knows about it is shown here.</source>
        <translation>单击事件、拖选时间范围，或在算子表中选一行：数据中与之有关的内容会显示在这里。</translation>
    </message>
    <message>
        <source>Open a profile to see details here.</source>
        <translation>打开数据后，详情显示在这里。</translation>
    </message>
    <message>
        <source>&amp;Copy rows</source>
        <translation>复制行(&amp;C)</translation>
    </message>
    <message>
        <source>Copy &amp;value</source>
        <translation>复制值(&amp;V)</translation>
    </message>
</context>
<context>
    <name>tideline::FindBar</name>
    <message>
        <source>Find slices: words of the name</source>
        <translation>查找事件：名称中的词</translation>
    </message>
    <message>
        <source>Find slices</source>
        <translation>查找事件</translation>
    </message>
    <message>
        <source>The hit before (Shift+F3)</source>
        <translation>上一个结果（Shift+F3）</translation>
    </message>
    <message>
        <source>The next hit (F3)</source>
        <translation>下一个结果（F3）</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>关闭（Esc）</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>没有找到</translation>
    </message>
</context>
<context>
    <name>tideline::FindingPane</name>
    <message>
        <source>Finding</source>
        <translation>诊断结果</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>依据</translation>
    </message>
    <message>
        <source>Evidence: the %1 heaviest of %2 places</source>
        <translation>依据：%2 处中影响最大的 %1 处</translation>
    </message>
    <message numerus="yes">
        <source>Evidence: %n place(s)</source>
        <translation>
            <numerusform>依据：%n 处</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tideline::FindingTree</name>
    <message>
        <source>Not judged</source>
        <translation>未判定</translation>
    </message>
</context>
<context>
    <name>tideline::FlameCanvas</name>
    <message>
        <source>Flame graph</source>
        <translation>火焰图</translation>
    </message>
</context>
<context>
    <name>tideline::FlamePage</name>
    <message>
        <source>&amp;Zoom to Frame</source>
        <translation>缩放到此栈帧(&amp;Z)</translation>
    </message>
    <message>
        <source>Show Longest in &amp;Timeline</source>
        <translation>在时间线中显示最长的事件(&amp;T)</translation>
    </message>
    <message>
        <source>Copy &amp;Name</source>
        <translation>复制名称(&amp;N)</translation>
    </message>
    <message>
        <source>Copy &amp;Stack</source>
        <translation>复制调用栈(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>后退(&amp;B)</translation>
    </message>
    <message>
        <source>Show the &amp;Whole Graph</source>
        <translation>显示完整火焰图(&amp;W)</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Heaviest first</source>
        <translation>从大到小</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>按时间</translation>
    </message>
    <message>
        <source>Flame graph</source>
        <translation>火焰图</translation>
    </message>
    <message>
        <source>Stac&amp;ks</source>
        <translation>调用栈(&amp;K)</translation>
    </message>
    <message>
        <source>Wi&amp;dth</source>
        <translation>宽度(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Order</source>
        <translation>排序(&amp;O)</translation>
    </message>
    <message>
        <source>Source of the stacks</source>
        <translation>调用栈的来源</translation>
    </message>
    <message>
        <source>What the width of a frame means</source>
        <translation>栈帧宽度的含义</translation>
    </message>
    <message>
        <source>Order of the frames</source>
        <translation>栈帧的顺序</translation>
    </message>
    <message>
        <source>&amp;Leaf first</source>
        <translation>叶子优先(&amp;L)</translation>
    </message>
    <message>
        <source>What runs stands first, its callers below it</source>
        <translation>最内层的函数在前，其调用者在下</translation>
    </message>
    <message>
        <source>Fl&amp;ip</source>
        <translation>翻转(&amp;I)</translation>
    </message>
    <message>
        <source>The outermost frames at the bottom (I)</source>
        <translation>最外层的栈帧在底部（I）</translation>
    </message>
    <message>
        <source>Search: text or /regex/</source>
        <translation>搜索：文字或 /正则/</translation>
    </message>
    <message>
        <source>Search frames</source>
        <translation>搜索栈帧</translation>
    </message>
    <message>
        <source>Matches keep their colour. , and . go from match to match.</source>
        <translation>匹配项保留颜色。按 , 和 . 在匹配项之间跳转。</translation>
    </message>
    <message>
        <source>Open a profile to see its flame graph here.</source>
        <translation>打开数据后，火焰图显示在这里。</translation>
    </message>
    <message>
        <source>The stacks are being merged …</source>
        <translation>正在合并调用栈…</translation>
    </message>
    <message>
        <source>Not understood: %1</source>
        <translation>无法理解：%1</translation>
    </message>
</context>
<context>
    <name>tideline::GoToBar</name>
    <message>
        <source>Go to &amp;time</source>
        <translation>转到时间(&amp;T)</translation>
    </message>
    <message>
        <source>12.5ms, +3us, step 3</source>
        <translation>12.5ms、+3us、step 3</translation>
    </message>
    <message>
        <source>Go to time</source>
        <translation>转到时间</translation>
    </message>
    <message>
        <source>Since the start of the profile (12.5ms), from the middle of the view (+3us, -3us), in nanoseconds, or a step (step 3)</source>
        <translation>从数据起点算起（12.5ms）、从视图中央算起（+3us、-3us）、纳秒数，或 step（step 3）</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>关闭（Esc）</translation>
    </message>
</context>
<context>
    <name>tideline::ImportFilesModel</name>
    <message>
        <source>not chosen</source>
        <translation>未选择</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>未读取</translation>
    </message>
</context>
<context>
    <name>tideline::ImportPage</name>
    <message>
        <source>Files (%1)</source>
        <translation>文件（%1）</translation>
    </message>
    <message>
        <source>What was noticed (%1)</source>
        <translation>读取时的发现（%1）</translation>
    </message>
    <message>
        <source>Nothing unusual was noticed</source>
        <translation>没有发现异常</translation>
    </message>
    <message>
        <source>What was noticed</source>
        <translation>读取时的发现</translation>
    </message>
    <message>
        <source>Copy &amp;details</source>
        <translation>复制详情(&amp;D)</translation>
    </message>
    <message>
        <source>First places</source>
        <translation>首次出现的位置</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Export table</source>
        <translation>导出表格</translation>
    </message>
    <message>
        <source>CSV tables (*.csv)</source>
        <translation>CSV 表格 (*.csv)</translation>
    </message>
    <message>
        <source>%1 could not be written: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
    <message>
        <source>Clocks</source>
        <translation>时钟</translation>
    </message>
</context>
<context>
    <name>tideline::MainWindow</name>
    <message>
        <source>Partial data: %1 of the events were rejected (%2). See Import.</source>
        <translation>数据不完整：%1 的事件被拒绝（%2 个）。详见“导入”。</translation>
    </message>
    <message>
        <source>Partial data: a file ends too early. See Import.</source>
        <translation>数据不完整：有文件过早结束。详见“导入”。</translation>
    </message>
    <message>
        <source>Only files of this machine can be opened.</source>
        <translation>只能打开本机上的文件。</translation>
    </message>
    <message>
        <source>Save the file to a local directory and drop it again.</source>
        <translation>请把文件保存到本地目录后再拖入。</translation>
    </message>
    <message>
        <source>Open a profile directory</source>
        <translation>打开性能数据目录</translation>
    </message>
    <message>
        <source>Open trace files</source>
        <translation>打开轨迹文件</translation>
    </message>
    <message>
        <source>Traces and tables (*.json *.json.gz *.gz *.zip *.csv *.db)</source>
        <translation>轨迹与表格 (*.json *.json.gz *.gz *.zip *.csv *.db)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>The report was written to %1</source>
        <translation>报告已写入 %1</translation>
    </message>
    <message>
        <source>Preparing the report…</source>
        <translation>正在准备报告…</translation>
    </message>
    <message>
        <source>Print Report</source>
        <translation>打印报告</translation>
    </message>
    <message>
        <source>The store is damaged.</source>
        <translation>存储文件已损坏。</translation>
    </message>
    <message>
        <source>Write it again from the profile.</source>
        <translation>请从性能数据重新写入。</translation>
    </message>
    <message>
        <source>Only the first rank is there yet; the others are still being read.</source>
        <translation>目前只有第一个 rank；其余的仍在读取。</translation>
    </message>
    <message>
        <source>Cle&amp;ar Cache (%1)</source>
        <translation>清除缓存（%1）(&amp;A)</translation>
    </message>
    <message>
        <source>Cle&amp;ar Cache</source>
        <translation>清除缓存(&amp;A)</translation>
    </message>
    <message>
        <source>The cache was cleared: %1 freed.</source>
        <translation>缓存已清除：释放了 %1。</translation>
    </message>
    <message>
        <source>The cache was empty already.</source>
        <translation>缓存本来就是空的。</translation>
    </message>
    <message>
        <source>Opened in part: %1 parts were left out.</source>
        <translation>仅打开了一部分：有 %1 个部分未读取。</translation>
    </message>
    <message>
        <source>Opened in part (%1): %2 parts and %3 rows were left out.</source>
        <translation>仅打开了一部分（%1）：有 %2 个部分和 %3 行未读取。</translation>
    </message>
    <message>
        <source>Opening was cancelled.</source>
        <translation>已取消打开。</translation>
    </message>
</context>
<context>
    <name>tideline::MessageBar</name>
    <message>
        <source>&amp;Copy details</source>
        <translation>复制详情(&amp;C)</translation>
    </message>
    <message>
        <source>Close this message</source>
        <translation>关闭此消息</translation>
    </message>
    <message>
        <source>Where: %1</source>
        <translation>位置：%1</translation>
    </message>
    <message>
        <source>Why: %1</source>
        <translation>原因：%1</translation>
    </message>
    <message>
        <source>What next: %1</source>
        <translation>下一步：%1</translation>
    </message>
</context>
<context>
    <name>tideline::NoteBook</name>
    <message>
        <source>The notes in %1 could not be read: %2</source>
        <translation>无法读取 %1 中的备注：%2</translation>
    </message>
    <message>
        <source>The notes in %1 were written by a newer version; they are shown nowhere and stay as they are.</source>
        <translation>%1 中的备注由更新的版本写入；不显示，也不改动。</translation>
    </message>
    <message>
        <source>The notes were damaged and put aside as %1 (%2).</source>
        <translation>备注已损坏，原文件另存为 %1（%2）。</translation>
    </message>
    <message numerus="yes">
        <source>%n entry(s) of the notes could not be read.</source>
        <translation>
            <numerusform>有 %n 条备注无法读取。</numerusform>
        </translation>
    </message>
    <message>
        <source>The notes could not be written to %1: %2</source>
        <translation>无法把备注写入 %1：%2</translation>
    </message>
</context>
<context>
    <name>tideline::NotesPage</name>
    <message>
        <source>&amp;Add Note</source>
        <translation>添加备注(&amp;A)</translation>
    </message>
    <message>
        <source>A note about what is selected (K)</source>
        <translation>为所选内容添加备注（K）</translation>
    </message>
    <message>
        <source>&amp;Go To</source>
        <translation>转到(&amp;G)</translation>
    </message>
    <message>
        <source>Show what the note is about</source>
        <translation>显示备注所指的内容</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>删除(&amp;D)</translation>
    </message>
    <message>
        <source>Earlier in the report</source>
        <translation>在报告中前移</translation>
    </message>
    <message>
        <source>Later in the report</source>
        <translation>在报告中后移</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Text of the note</source>
        <translation>备注内容</translation>
    </message>
    <message>
        <source>Markdown. Notes are saved by themselves and go into the report in this order.</source>
        <translation>Markdown 格式。备注自动保存，并按此顺序写入报告。</translation>
    </message>
    <message>
        <source>No notes yet. Select a time range, a slice, an operator or a finding and press K.</source>
        <translation>还没有备注。选择时间范围、事件、算子或诊断结果，然后按 K。</translation>
    </message>
    <message>
        <source>Open a profile to take notes.</source>
        <translation>打开数据后即可添加备注。</translation>
    </message>
</context>
<context>
    <name>tideline::OperatorsPage</name>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Slices</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Host calls</source>
        <translation>主机调用</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Name and shapes</source>
        <translation>名称与形状</translation>
    </message>
    <message>
        <source>&amp;Show</source>
        <translation>显示(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Group by</source>
        <translation>分组(&amp;G)</translation>
    </message>
    <message>
        <source>What to rank</source>
        <translation>排行内容</translation>
    </message>
    <message>
        <source>Group by</source>
        <translation>分组方式</translation>
    </message>
    <message>
        <source>Filter: MatMul type:Conv dur&gt;1ms -&quot;exact name&quot; /regex/</source>
        <translation>过滤：MatMul type:Conv dur&gt;1ms -&quot;完整名称&quot; /正则/</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>过滤</translation>
    </message>
    <message>
        <source>Words must all occur. &quot;…&quot; is the exact name, /…/ a regular expression. type: core: shape: look into a column. dur total avg wait calls share compare, as in dur&gt;1ms (an instance longer than that). A leading - excludes.</source>
        <translation>各词须全部出现。&quot;…&quot; 为完整名称，/…/ 为正则表达式。type: core: shape: 在对应列中查找。dur total avg wait calls share 用于比较，如 dur&gt;1ms（存在比它更长的实例）。前缀 - 表示排除。</translation>
    </message>
    <message>
        <source>&amp;Export CSV…</source>
        <translation>导出 CSV(&amp;E)…</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Open a profile to see its operators here.</source>
        <translation>打开数据后，算子显示在这里。</translation>
    </message>
    <message>
        <source>No kernels in this profile. kernel_details.csv feeds this table; it is written when the profiler collects the NPU (activities=[CPU, NPU]) at profiler_level Level1 or above.</source>
        <translation>数据中没有算子。此表来自 kernel_details.csv；采集 NPU（activities=[CPU, NPU]）且 profiler_level 为 Level1 或更高时才会生成。</translation>
    </message>
    <message>
        <source>No slices in this profile. trace_view.json or another trace file feeds this table.</source>
        <translation>数据中没有事件。此表来自 trace_view.json 或其他轨迹文件。</translation>
    </message>
    <message>
        <source>No host calls in this profile. trace_view.json feeds this table; collect with activities=[CPU, NPU].</source>
        <translation>数据中没有主机调用。此表来自 trace_view.json；请用 activities=[CPU, NPU] 采集。</translation>
    </message>
    <message>
        <source>No communication in this profile. The communication lanes of trace_view.json feed this table; they exist only when several devices work together.</source>
        <translation>数据中没有通信。此表来自 trace_view.json 的通信泳道；只有多设备协同工作时才会出现。</translation>
    </message>
    <message>
        <source>Top %1 of %2 – show all</source>
        <translation>前 %1 项，共 %2 项 – 全部显示</translation>
    </message>
    <message>
        <source>%1 of %2 rows · %3 calls · %4 in total</source>
        <translation>%1 / %2 行 · %3 次调用 · 合计 %4</translation>
    </message>
    <message>
        <source>Not understood: %1</source>
        <translation>无法理解：%1</translation>
    </message>
    <message>
        <source>Export table</source>
        <translation>导出表格</translation>
    </message>
    <message>
        <source>CSV tables (*.csv)</source>
        <translation>CSV 表格 (*.csv)</translation>
    </message>
    <message>
        <source>%1 could not be written: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
    <message>
        <source>Nothing of this kind lies inside the scope.</source>
        <translation>分析范围内没有此类内容。</translation>
    </message>
    <message>
        <source>&amp;Limit to this operator</source>
        <translation>限定到此算子(&amp;L)</translation>
    </message>
    <message>
        <source>Limit to category %1</source>
        <translation>限定到类别 %1</translation>
    </message>
    <message>
        <source>&amp;Zoom to its longest instance</source>
        <translation>缩放到其最长的一次(&amp;Z)</translation>
    </message>
</context>
<context>
    <name>tideline::OverviewStrip</name>
    <message>
        <source>Overview of the whole run</source>
        <translation>整个运行的概览</translation>
    </message>
</context>
<context>
    <name>tideline::ProgressStrip</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>%1 rows</source>
        <translation>%1 行</translation>
    </message>
    <message>
        <source>%1/s</source>
        <translation>%1/秒</translation>
    </message>
    <message>
        <source>about %1 s left</source>
        <translation>约剩 %1 秒</translation>
    </message>
    <message>
        <source>about %1 min left</source>
        <translation>约剩 %1 分钟</translation>
    </message>
</context>
<context>
    <name>tideline::RangeStrip</name>
    <message>
        <source>Selection summary</source>
        <translation>选择摘要</translation>
    </message>
    <message>
        <source>Drag over tracks to sum up a time range. W A S D zoom and move, ? lists all keys.</source>
        <translation>在轨道上拖动可汇总一段时间。W A S D 缩放和移动，? 列出所有按键。</translation>
    </message>
    <message>
        <source>All slices named %1</source>
        <translation>所有名为 %1 的切片</translation>
    </message>
    <message>
        <source>%1 selected</source>
        <translation>已选 %1</translation>
    </message>
    <message>
        <source>busy (union) %1</source>
        <translation>忙碌（并集）%1</translation>
    </message>
    <message>
        <source>sum %1</source>
        <translation>总和 %1</translation>
    </message>
    <message>
        <source>%1 slices</source>
        <translation>%1 个切片</translation>
    </message>
    <message>
        <source>%1 tracks</source>
        <translation>%1 条轨道</translation>
    </message>
    <message>
        <source>%1 slices selected</source>
        <translation>已选 %1 个切片</translation>
    </message>
    <message>
        <source>start to start %1   ·   end to start %2   ·   end to end %3</source>
        <translation>起点到起点 %1   ·   终点到起点 %2   ·   终点到终点 %3</translation>
    </message>
</context>
<context>
    <name>tideline::ReportDialog</name>
    <message>
        <source>Export Report</source>
        <translation>导出报告</translation>
    </message>
    <message>
        <source>PDF</source>
        <translation>PDF</translation>
    </message>
    <message>
        <source>HTML</source>
        <translation>HTML</translation>
    </message>
    <message>
        <source>Markdown</source>
        <translation>Markdown</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>&amp;Replace names of users, hosts and directories</source>
        <translation>替换用户名、主机名和目录名(&amp;R)</translation>
    </message>
    <message>
        <source>Include my &amp;notes</source>
        <translation>包含我的备注(&amp;N)</translation>
    </message>
    <message>
        <source>The usual title</source>
        <translation>默认标题</translation>
    </message>
    <message>
        <source>&amp;Browse…</source>
        <translation>浏览(&amp;B)…</translation>
    </message>
    <message>
        <source>&amp;Export</source>
        <translation>导出(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>F&amp;ormat</source>
        <translation>格式(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Title</source>
        <translation>标题(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>Ro&amp;ws per table</source>
        <translation>每个表的行数(&amp;W)</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>The file exists and will be replaced.</source>
        <translation>文件已存在，将被替换。</translation>
    </message>
    <message>
        <source>Writing the report…</source>
        <translation>正在写入报告…</translation>
    </message>
</context>
<context>
    <name>tideline::ScopeBar</name>
    <message>
        <source>Scope</source>
        <translation>分析范围</translation>
    </message>
    <message>
        <source>&amp;Rank</source>
        <translation>Rank(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Step</source>
        <translation>Step(&amp;S)</translation>
    </message>
    <message>
        <source>Limit to a rank</source>
        <translation>限定到某个 rank</translation>
    </message>
    <message>
        <source>Limit to a step</source>
        <translation>限定到某个 step</translation>
    </message>
    <message>
        <source>Limit to: stream:7 MatMul</source>
        <translation>限定：stream:7 MatMul</translation>
    </message>
    <message>
        <source>Limit to</source>
        <translation>限定</translation>
    </message>
    <message>
        <source>&amp;Limit to Selection</source>
        <translation>限定到所选内容(&amp;L)</translation>
    </message>
    <message>
        <source>All figures count only what lies inside the selected time range, slice or operator</source>
        <translation>所有统计只计入所选的时间范围、事件或算子</translation>
    </message>
    <message>
        <source>Clear Scope</source>
        <translation>清除分析范围</translation>
    </message>
    <message>
        <source>All figures count the whole profile again</source>
        <translation>所有统计重新计入全部数据</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Take away the limit: %1</source>
        <translation>去掉限定：%1</translation>
    </message>
</context>
<context>
    <name>tideline::StartPage</name>
    <message>
        <source>See where the time of an NPU job goes: one profile, every rank, every event.</source>
        <translation>看清 NPU 任务的时间去向：一份数据，每个 rank，每个事件。</translation>
    </message>
    <message>
        <source>Open &amp;directory…</source>
        <translation>打开目录(&amp;D)…</translation>
    </message>
    <message>
        <source>Open &amp;file…</source>
        <translation>打开文件(&amp;F)…</translation>
    </message>
    <message>
        <source>Open &amp;sample profile</source>
        <translation>打开示例数据(&amp;S)</translation>
    </message>
    <message>
        <source>Or drop files and directories anywhere on this window.</source>
        <translation>也可以把文件和目录拖到本窗口的任意位置。</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>最近打开</translation>
    </message>
    <message>
        <source>First keys</source>
        <translation>常用按键</translation>
    </message>
    <message>
        <source>(missing)</source>
        <translation>（已不存在）</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Profiles that you open will be listed here.</source>
        <translation>打开过的数据会列在这里。</translation>
    </message>
    <message>
        <source>zoom in, go left, zoom out, go right in the timeline</source>
        <translation>在时间线中放大、左移、缩小、右移</translation>
    </message>
    <message>
        <source>zoom to the selection</source>
        <translation>缩放到所选内容</translation>
    </message>
    <message>
        <source>show the whole profile</source>
        <translation>显示全部数据</translation>
    </message>
    <message>
        <source>back to the view before</source>
        <translation>回到上一个视图</translation>
    </message>
    <message>
        <source>all keys</source>
        <translation>全部快捷键</translation>
    </message>
</context>
<context>
    <name>tideline::StatusLine</name>
    <message>
        <source>%1 remarks</source>
        <translation>%1 条发现</translation>
    </message>
    <message>
        <source>Show what was noticed while the profile was read</source>
        <translation>显示读取数据时的发现</translation>
    </message>
    <message>
        <source>%1 to %2: %3</source>
        <translation>%1 至 %2：%3</translation>
    </message>
</context>
<context>
    <name>tideline::TableView</name>
    <message>
        <source>&amp;Fit column widths</source>
        <translation>调整列宽(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Copy rows</source>
        <translation>复制行(&amp;C)</translation>
    </message>
    <message>
        <source>Copy &amp;value</source>
        <translation>复制值(&amp;V)</translation>
    </message>
</context>
<context>
    <name>tideline::TimeRuler</name>
    <message>
        <source>Time ruler</source>
        <translation>时间标尺</translation>
    </message>
</context>
<context>
    <name>tideline::TimelinePage</name>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Scroll the tracks</source>
        <translation>滚动轨道</translation>
    </message>
    <message>
        <source>%1, %2, %3, %4 of %5</source>
        <translation>%1，%2，%3，第 %4 个，共 %5 个</translation>
    </message>
</context>
<context>
    <name>tideline::TrackCanvas</name>
    <message>
        <source>Timeline tracks</source>
        <translation>时间线轨道</translation>
    </message>
    <message>
        <source>No slices or counters in this profile</source>
        <translation>此数据中没有切片或计数器</translation>
    </message>
    <message>
        <source>No profile is open</source>
        <translation>没有打开的数据</translation>
    </message>
</context>
<context>
    <name>tideline::TrackHeaders</name>
    <message>
        <source>Track names</source>
        <translation>轨道名称</translation>
    </message>
    <message>
        <source>%1 slices, busy %2 of the whole run</source>
        <translation>%1 个切片，整个运行中忙碌 %2</translation>
    </message>
    <message>
        <source>%1 slices overlap an earlier one; they are drawn in rows of their own</source>
        <translation>%1 个切片与之前的重叠，画在单独的行中</translation>
    </message>
</context>
<context>
    <name>tideline::WindowActions</name>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation>转到(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Recent</source>
        <translation>最近打开(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Panes</source>
        <translation>面板(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
</context>
</TS>
