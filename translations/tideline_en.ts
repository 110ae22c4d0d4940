<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>Triage</name>
    <message numerus="yes">
        <source>%n rank(s)</source>
        <translation>
            <numerusform>%n rank</numerusform>
            <numerusform>%n ranks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n step(s)</source>
        <translation>
            <numerusform>%n step</numerusform>
            <numerusform>%n steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n track(s), busiest: %1 (%2)</source>
        <translation>
            <numerusform>%n track, busiest: %1 (%2)</numerusform>
            <numerusform>%n tracks, busiest: %1 (%2)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tideline::AdvisorPage</name>
    <message numerus="yes">
        <source>The filter hides all %n finding(s).</source>
        <translation>
            <numerusform>The filter hides all %n finding.</numerusform>
            <numerusform>The filter hides all %n findings.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tideline::FindingPane</name>
    <message numerus="yes">
        <source>Evidence: %n place(s)</source>
        <translation>
            <numerusform>Evidence: %n place</numerusform>
            <numerusform>Evidence: %n places</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tideline::NoteBook</name>
    <message numerus="yes">
        <source>%n entry(s) of the notes could not be read.</source>
        <translation>
            <numerusform>%n entry of the notes could not be read.</numerusform>
            <numerusform>%n entries of the notes could not be read.</numerusform>
        </translation>
    </message>
</context>
</TS>
