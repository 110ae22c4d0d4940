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
            <source>Raw data that was never analysed; run the collector's analysis on it first.</source>
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
            <source>Traces and tables (*.json *.json.gz *.gz *.zip *.csv)</source>
            <translation>轨迹与表格 (*.json *.json.gz *.gz *.zip *.csv)</translation>
        </message>
        <message>
            <source>All files (*)</source>
            <translation>所有文件 (*)</translation>
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
            <source>Filter: MatMul type:Conv dur&gt;1ms -"exact name" /regex/</source>
            <translation>过滤：MatMul type:Conv dur&gt;1ms -"完整名称" /正则/</translation>
        </message>
        <message>
            <source>Filter</source>
            <translation>过滤</translation>
        </message>
        <message>
            <source>Words must all occur. "…" is the exact name, /…/ a regular expression. type: core: shape: look into a column. dur total avg wait calls share compare, as in dur&gt;1ms (an instance longer than that). A leading - excludes.</source>
            <translation>各词须全部出现。"…" 为完整名称，/…/ 为正则表达式。type: core: shape: 在对应列中查找。dur total avg wait calls share 用于比较，如 dur&gt;1ms（存在比它更长的实例）。前缀 - 表示排除。</translation>
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
