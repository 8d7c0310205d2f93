<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>ActionEditor</name>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
</context>
<context>
    <name>Actions</name>
    <message>
        <source>Click</source>
        <translation>单击</translation>
    </message>
    <message>
        <source>Move the pointer</source>
        <translation>移动指针</translation>
    </message>
    <message>
        <source>Drag</source>
        <translation>拖动</translation>
    </message>
    <message>
        <source>Scroll</source>
        <translation>滚动</translation>
    </message>
    <message>
        <source>Type text</source>
        <translation>输入文字</translation>
    </message>
    <message>
        <source>Press keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>Hold a key</source>
        <translation>按住按键</translation>
    </message>
    <message>
        <source>Let a key go</source>
        <translation>松开按键</translation>
    </message>
    <message>
        <source>Wait</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>Run a command</source>
        <translation>运行命令</translation>
    </message>
    <message>
        <source>Read a file</source>
        <translation>读取文件</translation>
    </message>
    <message>
        <source>Write a file</source>
        <translation>写入文件</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Call a tool</source>
        <translation>调用工具</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>记录</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>提问</translation>
    </message>
    <message>
        <source>Finish</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>From</source>
        <translation>从</translation>
    </message>
    <message>
        <source>To</source>
        <translation>到</translation>
    </message>
    <message>
        <source>Button</source>
        <translation>按钮</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>Direction</source>
        <translation>方向</translation>
    </message>
    <message>
        <source>Notches</source>
        <translation>格数</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文字</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>Seconds</source>
        <translation>秒数</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
</context>
<context>
    <name>Assistant</name>
    <message>
        <source>It is time for the task {0}.</source>
        <translation>任务“{0}”的时间到了。</translation>
    </message>
    <message>
        <source>The task {0} did not start: another one goes on.</source>
        <translation>任务“{0}”没有启动：另一个任务正在进行。</translation>
    </message>
    <message>
        <source>The task {0} did not start: the screen is locked.</source>
        <translation>任务“{0}”没有启动：屏幕已锁定。</translation>
    </message>
    <message>
        <source>The task {0} did not start: its time passed while the computer slept or its clock was set.</source>
        <translation>任务 {0} 没有启动：它的时间在电脑睡眠或调整时钟时已经过去。</translation>
    </message>
    <message>
        <source>The task {0} did not start: the assistant was not running.</source>
        <translation>任务“{0}”没有启动：助手当时没有运行。</translation>
    </message>
    <message>
        <source>The task {0} did not start: the assistant ended before its turn.</source>
        <translation>任务“{0}”没有启动：还没轮到它，助手就已退出。</translation>
    </message>
    <message>
        <source>The agent needs your answer to go on.</source>
        <translation>智能体需要您的回答才能继续。</translation>
    </message>
    <message>
        <source>A run goes on. Stop it and quit?</source>
        <translation>有任务正在运行。停止并退出吗？</translation>
    </message>
    <message>
        <source>Stop and quit</source>
        <translation>停止并退出</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
</context>
<context>
    <name>AtLogin</name>
    <message>
        <source>There is no command uitars here.</source>
        <translation>这里没有 uitars 命令。</translation>
    </message>
    <message>
        <source>Install the package first.</source>
        <translation>请先安装该软件包。</translation>
    </message>
</context>
<context>
    <name>Attached</name>
    <message>
        <source>Remove this file</source>
        <translation>移除此文件</translation>
    </message>
</context>
<context>
    <name>ChoiceBox</name>
    <message>
        <source>Other …</source>
        <translation>其他…</translation>
    </message>
</context>
<context>
    <name>ChoiceLine</name>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Desktop</source>
        <translation>桌面</translation>
    </message>
    <message>
        <source>Policy</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>Program to open first</source>
        <translation>先打开的程序</translation>
    </message>
    <message>
        <source>Usual model</source>
        <translation>常用模型</translation>
    </message>
    <message>
        <source>nano (built in)</source>
        <translation>nano（内置）</translation>
    </message>
    <message>
        <source>Usual desktop</source>
        <translation>常用桌面</translation>
    </message>
    <message>
        <source>Usual policy</source>
        <translation>常用策略</translation>
    </message>
    <message>
        <source>No program first</source>
        <translation>不先打开程序</translation>
    </message>
</context>
<context>
    <name>ClickTest</name>
    <message>
        <source>Clicked {0} of {1} named boxes</source>
        <translation>点中了 {1} 个指定方框中的 {0} 个</translation>
    </message>
    <message>
        <source>, at most {0} px off the middle</source>
        <translation>，最多偏离中心 {0} 像素</translation>
    </message>
</context>
<context>
    <name>Compare</name>
    <message>
        <source>steps: {0}</source>
        <translation>步数：{0}</translation>
    </message>
</context>
<context>
    <name>CompareDialog</name>
    <message>
        <source>Compare two runs</source>
        <translation>比较两次运行</translation>
    </message>
    <message>
        <source>Both runs took the same steps.</source>
        <translation>两次运行的步骤相同。</translation>
    </message>
    <message>
        <source>They differ from step {0} on.</source>
        <translation>从第 {0} 步开始不同。</translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>What you wrote is kept meanwhile</source>
        <translation>您写的内容会暂时保留</translation>
    </message>
    <message>
        <source>Recent and pinned tasks</source>
        <translation>最近和固定的任务</translation>
    </message>
    <message>
        <source>Back to the task</source>
        <translation>返回任务</translation>
    </message>
    <message>
        <source>What should I do?</source>
        <translation>要我做什么？</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Say something to the agent</source>
        <translation>对智能体说点什么</translation>
    </message>
    <message>
        <source>Say</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>Your answer</source>
        <translation>您的回答</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Unpin this task</source>
        <translation>取消固定此任务</translation>
    </message>
    <message>
        <source>Pin this task</source>
        <translation>固定此任务</translation>
    </message>
    <message>
        <source>No tasks yet</source>
        <translation>还没有任务</translation>
    </message>
</context>
<context>
    <name>ConfirmationCard</name>
    <message>
        <source>May the agent do this?</source>
        <translation>允许智能体这样做吗？</translation>
    </message>
    <message numerus="yes">
        <source>%n more waiting</source>
        <translation>
            <numerusform>还有 %n 个在等待</numerusform>
        </translation>
    </message>
    <message>
        <source>Close and deny</source>
        <translation>关闭并拒绝</translation>
    </message>
    <message>
        <source>Why not? The agent reads this</source>
        <translation>为什么不行？智能体会读到</translation>
    </message>
    <message>
        <source>Words to the agent</source>
        <translation>给智能体的话</translation>
    </message>
    <message>
        <source>You are not asked the same again while this run goes on.</source>
        <translation>在这次运行中不会再问您同样的问题。</translation>
    </message>
    <message>
        <source>Deny</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>Deny and say why</source>
        <translation>拒绝并说明原因</translation>
    </message>
    <message>
        <source>Change the action</source>
        <translation>修改操作</translation>
    </message>
    <message>
        <source>For this app</source>
        <translation>对此程序允许</translation>
    </message>
    <message>
        <source>For this run</source>
        <translation>本次运行允许</translation>
    </message>
    <message>
        <source>Allow once</source>
        <translation>允许一次</translation>
    </message>
    <message>
        <source>Do this instead</source>
        <translation>改为这样做</translation>
    </message>
    <message>
        <source>{0} s</source>
        <translation>{0} 秒</translation>
    </message>
    <message>
        <source>This press did not come from a mouse or keyboard of this computer, so it does not count as a yes.</source>
        <translation>这次点按不是来自本机的鼠标或键盘，因此不算同意。</translation>
    </message>
</context>
<context>
    <name>Context</name>
    <message>
        <source>The task {0} failed: {1}</source>
        <translation>任务“{0}”失败：{1}</translation>
    </message>
    <message>
        <source>The task {0} did not start: {1}</source>
        <translation>任务“{0}”没有启动：{1}</translation>
    </message>
    <message>
        <source>Another task goes on.</source>
        <translation>另一个任务正在进行。</translation>
    </message>
    <message>
        <source>Stop it first or wait for its end.</source>
        <translation>请先停止它，或等它结束。</translation>
    </message>
</context>
<context>
    <name>DecisionList</name>
    <message>
        <source>Decisions that last</source>
        <translation>长期有效的决定</translation>
    </message>
    <message>
        <source>Nothing is allowed for longer than a run.</source>
        <translation>没有超出单次运行的许可。</translation>
    </message>
    <message>
        <source>Take back</source>
        <translation>收回</translation>
    </message>
</context>
<context>
    <name>Defect</name>
    <message>
        <source>The window goes on. If it behaves oddly, quit and start it again; no recorded step is lost. The details are in {file}; please add them when you report this.</source>
        <translation>窗口会继续工作。如果表现异常，请退出后重新启动；已记录的步骤不会丢失。详细信息在 {file} 中，报告问题时请附上。</translation>
    </message>
    <message>
        <source>The window goes on. If it behaves oddly, quit and start it again. The details could not be written down ({0}); they are shown here only.</source>
        <translation>窗口会继续工作。如果表现异常，请退出后重新启动。详细信息无法写入文件（{0}），只在这里显示。</translation>
    </message>
    <message>
        <source>Something went wrong inside the assistant.</source>
        <translation>助手内部出了问题。</translation>
    </message>
</context>
<context>
    <name>EpisodeForm</name>
    <message>
        <source>Something it should know, for example: my bank is …</source>
        <translation>它应该知道的事，例如：我的银行是……</translation>
    </message>
    <message>
        <source>Add fact</source>
        <translation>添加事实</translation>
    </message>
    <message>
        <source>Remove fact</source>
        <translation>移除事实</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Show the run</source>
        <translation>显示运行</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>忘记</translation>
    </message>
    <message>
        <source>Intention</source>
        <translation>意图</translation>
    </message>
    <message>
        <source>Nothing that it should know every time.</source>
        <translation>没有需要每次都记住的事。</translation>
    </message>
    <message>
        <source>run {0}, steps {1} to {2}; worked: {3}, did not: {4}</source>
        <translation>运行 {0}，第 {1} 到 {2} 步；成功：{3}，失败：{4}</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Facts</source>
        <translation>事实</translation>
    </message>
    <message>
        <source>What was done</source>
        <translation>所做的事</translation>
    </message>
    <message>
        <source>In the way</source>
        <translation>遇到的阻碍</translation>
    </message>
    <message>
        <source>From</source>
        <translation>来自</translation>
    </message>
    <message>
        <source>yours</source>
        <translation>您写的</translation>
    </message>
    <message>
        <source>from the screen</source>
        <translation>来自屏幕</translation>
    </message>
    <message>
        <source>replaced by: {0}</source>
        <translation>已被替换为：{0}</translation>
    </message>
    <message>
        <source>The run {0} is not recorded any more.</source>
        <translation>运行 {0} 的记录已经不在了。</translation>
    </message>
</context>
<context>
    <name>EvidencePanel</name>
    <message>
        <source>What was seen of each part of the task</source>
        <translation>任务各部分看到的结果</translation>
    </message>
    <message>
        <source>Put away</source>
        <translation>收起</translation>
    </message>
    <message>
        <source>Step {0}</source>
        <translation>第 {0} 步</translation>
    </message>
</context>
<context>
    <name>Export</name>
    <message>
        <source>Web page (HTML)</source>
        <translation>网页 (HTML)</translation>
    </message>
    <message>
        <source>OSWorld trajectory</source>
        <translation>OSWorld 轨迹</translation>
    </message>
    <message>
        <source>ATIF trajectory</source>
        <translation>ATIF 轨迹</translation>
    </message>
    <message>
        <source>Training data</source>
        <translation>训练数据</translation>
    </message>
</context>
<context>
    <name>FilesButton</name>
    <message>
        <source>Show the files</source>
        <translation>显示文件</translation>
    </message>
    <message>
        <source>No program here shows folders. The files are in {0}</source>
        <translation>这里没有能显示文件夹的程序。文件在 {0}</translation>
    </message>
</context>
<context>
    <name>FillDialog</name>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
</context>
<context>
    <name>HistoryPage</name>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>再次运行</translation>
    </message>
    <message>
        <source>Save as a task</source>
        <translation>另存为任务</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Written to {0}</source>
        <translation>已写入 {0}</translation>
    </message>
    <message>
        <source>Search task, window, thoughts, results</source>
        <translation>搜索任务、窗口、思考、结果</translation>
    </message>
    <message>
        <source>Search runs</source>
        <translation>搜索运行</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>All outcomes</source>
        <translation>所有结果</translation>
    </message>
    <message>
        <source>Not finished</source>
        <translation>未完成</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>已中断</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>Compare: choose two runs with Ctrl.</source>
        <translation>比较：按住 Ctrl 选择两次运行。</translation>
    </message>
    <message>
        <source>No run is recorded. What you start on the task page appears here.</source>
        <translation>还没有运行记录。您在任务页启动的内容会出现在这里。</translation>
    </message>
    <message>
        <source>Finished and checked</source>
        <translation>已完成并核实</translation>
    </message>
    <message>
        <source>Finished, unchecked</source>
        <translation>已完成，未核实</translation>
    </message>
    <message>
        <source>No run matches.</source>
        <translation>没有匹配的运行。</translation>
    </message>
    <message>
        <source>Export into the folder</source>
        <translation>导出到文件夹</translation>
    </message>
    <message>
        <source>Delete the chosen runs ({0}) with all pictures?</source>
        <translation>删除所选运行（{0}）及其所有图片吗？</translation>
    </message>
    <message>
        <source>This cannot be undone.</source>
        <translation>此操作无法撤销。</translation>
    </message>
    <message>
        <source>Also forget what was learned from them alone</source>
        <translation>同时忘记仅从它们学到的内容</translation>
    </message>
</context>
<context>
    <name>HotKey</name>
    <message>
        <source>The keys {0} cannot be used: another program has them.</source>
        <translation>无法使用按键 {0}：它们已被其他程序占用。</translation>
    </message>
    <message>
        <source>Choose other keys in the settings.</source>
        <translation>请在设置中选择其他按键。</translation>
    </message>
    <message>
        <source>{0} is no chord: {1}</source>
        <translation>{0} 不是组合键：{1}</translation>
    </message>
    <message>
        <source>{0} cannot be a hot key.</source>
        <translation>{0} 不能用作快捷键。</translation>
    </message>
    <message>
        <source>Name ctrl, alt, shift or super, and then one other key: ctrl+alt+space.</source>
        <translation>请写 ctrl、alt、shift 或 super，再加一个其他按键：ctrl+alt+space。</translation>
    </message>
    <message>
        <source>{0} means something in most programs.</source>
        <translation>{0} 在大多数程序里另有含义。</translation>
    </message>
    <message>
        <source>Add Alt or the Super key.</source>
        <translation>请再加上 Alt 或 Super 键。</translation>
    </message>
</context>
<context>
    <name>Judged</name>
    <message>
        <source>Done: the check that came with the task agrees.</source>
        <translation>已完成：任务自带的检查通过。</translation>
    </message>
    <message>
        <source>Done: every part of the task was seen to come about.</source>
        <translation>已完成：任务的每个部分都看到了结果。</translation>
    </message>
    <message>
        <source>Another time it can be checked if things are called as they stand on the screen, labels and text in quotes, as in: click &quot;OK&quot;.</source>
        <translation>下次如果按屏幕上的写法称呼各项，标签和文字加引号，就可以核实，例如：点击&quot;OK&quot;。</translation>
    </message>
    <message>
        <source>The agent says it is finished, but nobody saw that all of it was done, and it was not sure of its own steps ({0}), so probably it was not. Look before you rely on it.</source>
        <translation>助手说已经完成，但没有看到全部都做到了，而且它对自己的步骤也没有把握（{0}）：很可能没有全部做到。请先看一看，再依赖它。</translation>
    </message>
    <message>
        <source>The agent says it is finished, but nobody saw that all of it was done. Look before you rely on it.</source>
        <translation>助手说已经完成，但没有看到全部都做到了。请先看一看，再依赖它。</translation>
    </message>
    <message>
        <source>The agent says it is finished, but the check that came with the task disagrees.</source>
        <translation>助手说已经完成，但任务自带的检查不通过。</translation>
    </message>
    <message>
        <source>not seen to be done</source>
        <translation>没有看到已做到</translation>
    </message>
</context>
<context>
    <name>KeyRecorder</name>
    <message>
        <source>Press the keys …  (Esc: as before)</source>
        <translation>请按下按键…（Esc：不改）</translation>
    </message>
    <message>
        <source>No keys</source>
        <translation>无</translation>
    </message>
</context>
<context>
    <name>LiveView</name>
    <message>
        <source>The private desktop, live</source>
        <translation>私有桌面（实时）</translation>
    </message>
    <message>
        <source>You have taken over.</source>
        <translation>您已接手。</translation>
    </message>
    <message>
        <source>No private desktop is open.</source>
        <translation>没有打开的私有桌面。</translation>
    </message>
    <message>
        <source>You are working here. Resume gives it back.</source>
        <translation>您正在这里操作。点“继续”交还。</translation>
    </message>
    <message>
        <source>The agent works here. Click to take over.</source>
        <translation>智能体正在这里工作。点击即可接手。</translation>
    </message>
</context>
<context>
    <name>LocalModels</name>
    <message>
        <source>Import a GGUF file</source>
        <translation>导入 GGUF 文件</translation>
    </message>
    <message>
        <source>Import a W4A8 folder</source>
        <translation>导入 W4A8 文件夹</translation>
    </message>
    <message>
        <source>Copying and checking {0} …</source>
        <translation>正在复制并检查 {0} ……</translation>
    </message>
    <message>
        <source>{0} is here.</source>
        <translation>{0} 已导入。</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>导入</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>uitars</source>
        <translation>uitars</translation>
    </message>
    <message>
        <source>Navigation</source>
        <translation>导航</translation>
    </message>
</context>
<context>
    <name>Memory</name>
    <message>
        <source>nothing changed</source>
        <translation>没有变化</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}：{1}</translation>
    </message>
    <message>
        <source>Asked “{0}”. {1}</source>
        <translation>询问“{0}”。{1}</translation>
    </message>
</context>
<context>
    <name>MemoryPage</name>
    <message>
        <source>Search as the agent would: say a task</source>
        <translation>像智能体那样搜索：说出一个任务</translation>
    </message>
    <message>
        <source>Search memory</source>
        <translation>搜索记忆</translation>
    </message>
    <message>
        <source>Episodes</source>
        <translation>经历</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>记忆</translation>
    </message>
    <message>
        <source>What earlier runs left behind. It reaches the model as quoted data; only what you wrote yourself is trusted.</source>
        <translation>以前的运行留下的内容。它作为引用的数据交给模型；只有您自己写的才受信任。</translation>
    </message>
    <message>
        <source>Nothing fits these words.</source>
        <translation>没有与这些词相符的内容。</translation>
    </message>
    <message>
        <source>Nothing is remembered yet. What runs learn appears here.</source>
        <translation>还没有任何记忆。运行学到的内容会出现在这里。</translation>
    </message>
    <message>
        <source>Episodes: {0} of {1}</source>
        <translation>经历：{0} / {1}</translation>
    </message>
    <message>
        <source>Saved.</source>
        <translation>已保存。</translation>
    </message>
    <message>
        <source>Forget “{0}”?</source>
        <translation>要忘记“{0}”吗？</translation>
    </message>
    <message>
        <source>This cannot be undone.</source>
        <translation>此操作无法撤销。</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>忘记</translation>
    </message>
    <message>
        <source>Forgotten.</source>
        <translation>已忘记。</translation>
    </message>
    <message>
        <source>Episodes written: {0}</source>
        <translation>已写出经历：{0}</translation>
    </message>
    <message>
        <source>Episodes taken in: {0}</source>
        <translation>已收入经历：{0}</translation>
    </message>
</context>
<context>
    <name>ModelCard</name>
    <message>
        <source>Test its eye</source>
        <translation>测试视觉</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>in use</source>
        <translation>使用中</translation>
    </message>
    <message>
        <source>Verify</source>
        <translation>校验</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>built in, 4-bit weights and 8-bit activations</source>
        <translation>内置，4 位权重和 8 位激活</translation>
    </message>
    <message>
        <source>GGUF, runs with llama.cpp</source>
        <translation>GGUF，由 llama.cpp 运行</translation>
    </message>
    <message>
        <source>ONNX, runs with onnxruntime</source>
        <translation>ONNX，由 onnxruntime 运行</translation>
    </message>
    <message>
        <source>fits the free memory</source>
        <translation>可用内存足够</translation>
    </message>
    <message>
        <source>larger than the free memory</source>
        <translation>超出可用内存</translation>
    </message>
    <message>
        <source>{0} MB</source>
        <translation>{0} MB</translation>
    </message>
    <message>
        <source>It is asked to click boxes that only sight can find …</source>
        <translation>请它点击只有看得见才能找到的方框……</translation>
    </message>
    <message>
        <source>Every file is read …</source>
        <translation>正在读取每个文件……</translation>
    </message>
    <message>
        <source>Not what was imported: {0}</source>
        <translation>与导入时不同：{0}</translation>
    </message>
    <message>
        <source>Every file is what was imported.</source>
        <translation>每个文件都与导入时一致。</translation>
    </message>
</context>
<context>
    <name>ModelsPage</name>
    <message>
        <source>No server yet.</source>
        <translation>还没有服务器。</translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>New server</source>
        <translation>新服务器</translation>
    </message>
    <message>
        <source>On this machine</source>
        <translation>在本机</translation>
    </message>
    <message>
        <source>Stronger models to fetch</source>
        <translation>可下载的更强模型</translation>
    </message>
    <message>
        <source>On a server</source>
        <translation>在服务器上</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>There is a server {0} already.</source>
        <translation>已有名为 {0} 的服务器。</translation>
    </message>
    <message>
        <source>The key is in the keyring.</source>
        <translation>密钥已存入密钥环。</translation>
    </message>
    <message>
        <source>Saved.</source>
        <translation>已保存。</translation>
    </message>
    <message>
        <source>The server does not list it; it lists: {0}.</source>
        <translation>服务器没有列出它；列出的有：{0}。</translation>
    </message>
    <message>
        <source>Runs use {0} from here on.</source>
        <translation>此后的运行使用 {0}。</translation>
    </message>
</context>
<context>
    <name>Notice</name>
    <message>
        <source>Put away</source>
        <translation>收起</translation>
    </message>
    <message>
        <source>What you changed in {0} is not saved.</source>
        <translation>您在“{0}”中的修改尚未保存。</translation>
    </message>
    <message>
        <source>Back to it</source>
        <translation>返回修改</translation>
    </message>
</context>
<context>
    <name>NowPanel</name>
    <message>
        <source>What the model or its command is writing</source>
        <translation>模型或其命令正在写的内容</translation>
    </message>
    <message>
        <source>Looking at the screen and thinking.</source>
        <translation>正在看屏幕并思考。</translation>
    </message>
    <message>
        <source>{0} s</source>
        <translation>{0} 秒</translation>
    </message>
    <message>
        <source>The agent needs your answer to go on.</source>
        <translation>智能体需要您的回答才能继续。</translation>
    </message>
</context>
<context>
    <name>OfferCard</name>
    <message>
        <source>Fetch …</source>
        <translation>下载…</translation>
    </message>
    <message>
        <source>Yes, fetch it</source>
        <translation>好，下载</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>以后再说</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>the largest that fits</source>
        <translation>能运行的最大模型</translation>
    </message>
    <message>
        <source>{0} GB</source>
        <translation>{0} GB</translation>
    </message>
    <message>
        <source>about {0} GB</source>
        <translation>约 {0} GB</translation>
    </message>
    <message>
        <source>fits this computer</source>
        <translation>本机可以运行</translation>
    </message>
    <message>
        <source>too large for this computer</source>
        <translation>对本机来说太大</translation>
    </message>
    <message>
        <source>licence: see before fetching</source>
        <translation>许可证：下载前可见</translation>
    </message>
    <message>
        <source>needs {0} GB of memory</source>
        <translation>需要 {0} GB 内存</translation>
    </message>
    <message>
        <source>on the graphics card</source>
        <translation>可在显卡上运行</translation>
    </message>
    <message>
        <source>by its maker</source>
        <translation>开发方测得</translation>
    </message>
    <message>
        <source>by others</source>
        <translation>第三方测得</translation>
    </message>
    <message>
        <source>Measured: {0}</source>
        <translation>测评：{0}</translation>
    </message>
    <message>
        <source>The hub is asked what it has …</source>
        <translation>正在询问模型库…</translation>
    </message>
    <message>
        <source>{0}: licence {1}. {2} GB come from {3} and are kept in {4}.</source>
        <translation>{0}：许可证 {1}。将从 {3} 下载 {2} GB，保存在 {4}。</translation>
    </message>
    <message>
        <source>none stated</source>
        <translation>未注明</translation>
    </message>
    <message>
        <source>Stopped. What came is kept; fetch it again to go on.</source>
        <translation>已停止。已下载的部分会保留，再次下载即可继续。</translation>
    </message>
</context>
<context>
    <name>Offers</name>
    <message>
        <source>no graphics card for it</source>
        <translation>没有可用的显卡</translation>
    </message>
    <message>
        <source>As known on {0}. This computer: {1} GB of memory, {2}.</source>
        <translation>截至 {0} 的信息。本机：{1} GB 内存，{2}。</translation>
    </message>
</context>
<context>
    <name>OtherDialog</name>
    <message>
        <source>For example {0}</source>
        <translation>例如 {0}</translation>
    </message>
</context>
<context>
    <name>Pages</name>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Kept tasks</source>
        <translation>保存的任务</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>记忆</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
</context>
<context>
    <name>PictureDialog</name>
    <message>
        <source>Screenshot</source>
        <translation>截图</translation>
    </message>
</context>
<context>
    <name>PictureView</name>
    <message>
        <source>Screenshot of the step</source>
        <translation>此步骤的截图</translation>
    </message>
</context>
<context>
    <name>Pill</name>
    <message>
        <source>The agent is working</source>
        <translation>智能体正在工作</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Show the window</source>
        <translation>显示窗口</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Paused by you.</source>
        <translation>已由您暂停。</translation>
    </message>
</context>
<context>
    <name>PointField</name>
    <message>
        <source>Pixels from the left</source>
        <translation>距左边的像素</translation>
    </message>
    <message>
        <source>Pixels from the top</source>
        <translation>距上边的像素</translation>
    </message>
</context>
<context>
    <name>Question</name>
    <message>
        <source>uitars</source>
        <translation>uitars</translation>
    </message>
</context>
<context>
    <name>QuestionFacts</name>
    <message>
        <source>Exactly this</source>
        <translation>确切内容</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>What it is</source>
        <translation>性质</translation>
    </message>
    <message>
        <source>Rule: {0}</source>
        <translation>规则：{0}</translation>
    </message>
    <message>
        <source>Why asked</source>
        <translation>询问原因</translation>
    </message>
    <message>
        <source>It would change</source>
        <translation>它会改变</translation>
    </message>
    <message>
        <source>Deleted: {0}</source>
        <translation>删除：{0}</translation>
    </message>
    <message>
        <source>Changed: {0}</source>
        <translation>更改：{0}</translation>
    </message>
    <message>
        <source>New: {0}</source>
        <translation>新增：{0}</translation>
    </message>
    <message>
        <source>In {0}, from line {1} (- goes, + comes):</source>
        <translation>{0} 从第 {1} 行起（- 删去，+ 加上）：</translation>
    </message>
    <message>
        <source>The screen around the target</source>
        <translation>目标周围的屏幕</translation>
    </message>
</context>
<context>
    <name>Reasons</name>
    <message>
        <source>It changes nothing.</source>
        <translation>它不改变任何东西。</translation>
    </message>
    <message>
        <source>It does not touch the desktop.</source>
        <translation>它不涉及桌面。</translation>
    </message>
    <message>
        <source>Ordinary work in a window.</source>
        <translation>窗口中的普通操作。</translation>
    </message>
    <message>
        <source>Ordinary keys.</source>
        <translation>普通按键。</translation>
    </message>
    <message>
        <source>It lets a key go.</source>
        <translation>它松开一个按键。</translation>
    </message>
    <message>
        <source>It reads a file of the workspace.</source>
        <translation>它读取工作区中的一个文件。</translation>
    </message>
    <message>
        <source>It replaces a file of the workspace.</source>
        <translation>它替换工作区中的一个文件。</translation>
    </message>
    <message>
        <source>Something runs what is in this file by itself later.</source>
        <translation>此文件中的内容以后会被自动运行。</translation>
    </message>
    <message>
        <source>It changes a file of the workspace.</source>
        <translation>它更改工作区中的一个文件。</translation>
    </message>
    <message>
        <source>It opens a file of the workspace.</source>
        <translation>它打开工作区中的一个文件。</translation>
    </message>
    <message>
        <source>It opens a file that can run something.</source>
        <translation>它打开一个可以执行内容的文件。</translation>
    </message>
    <message>
        <source>It opens an address outside this computer.</source>
        <translation>它打开此计算机以外的地址。</translation>
    </message>
    <message>
        <source>It goes to an address outside this computer.</source>
        <translation>它前往此计算机以外的地址。</translation>
    </message>
    <message>
        <source>It starts a program.</source>
        <translation>它启动一个程序。</translation>
    </message>
    <message>
        <source>It starts a program: {0}.</source>
        <translation>它启动一个程序：{0}。</translation>
    </message>
    <message>
        <source>What is dropped on a terminal is typed into it.</source>
        <translation>拖放到终端上的内容会被输入终端。</translation>
    </message>
    <message>
        <source>It types a command into a launcher.</source>
        <translation>它在启动器中输入命令。</translation>
    </message>
    <message>
        <source>It types a command line into a field, which something may run.</source>
        <translation>它在一个输入框里输入一行命令，某个程序可能会运行它。</translation>
    </message>
    <message>
        <source>What is dropped there is thrown away.</source>
        <translation>拖放到那里的东西会被丢弃。</translation>
    </message>
    <message>
        <source>What is dropped there can leave this computer.</source>
        <translation>拖放到那里的内容可能离开这台电脑。</translation>
    </message>
    <message>
        <source>These keys close or delete without a way back.</source>
        <translation>这些按键会关闭或删除，且无法撤回。</translation>
    </message>
    <message>
        <source>It presses again what its first press brings there, which nobody has seen.</source>
        <translation>它会再次按下第一次按下后才出现的内容，而那是谁都还没看过的。</translation>
    </message>
    <message>
        <source>The Delete key deletes a file or a mail here.</source>
        <translation>在此处，Delete 键会删除文件或邮件。</translation>
    </message>
    <message>
        <source>What is pasted here is sent line by line.</source>
        <translation>在此处粘贴的内容会被逐行发送。</translation>
    </message>
    <message>
        <source>It names a file that something runs by itself, such as at sign-in.</source>
        <translation>它指向一个会自动运行的文件，例如在登录时运行。</translation>
    </message>
    <message>
        <source>It writes into a file that something runs by itself, such as at sign-in.</source>
        <translation>它会写入一个会自动运行的文件，例如在登录时运行。</translation>
    </message>
    <message>
        <source>Control and Enter send, in many programs.</source>
        <translation>在许多程序中，Ctrl 加回车会发送。</translation>
    </message>
    <message>
        <source>Enter can send a form of the page.</source>
        <translation>回车可能会提交页面的表单。</translation>
    </message>
    <message>
        <source>Enter sends what is written, in a program for messages.</source>
        <translation>在聊天程序中，回车会发送所写的内容。</translation>
    </message>
    <message>
        <source>It pastes into a terminal.</source>
        <translation>它粘贴到终端中。</translation>
    </message>
    <message>
        <source>It presses what another window or the edge of the screen hides a part of.</source>
        <translation>按下的地方有一部分被别的窗口或屏幕边缘遮住。</translation>
    </message>
    <message>
        <source>The window belongs to a program that keeps keys or asks for them.</source>
        <translation>该窗口属于保管或索要密钥的程序。</translation>
    </message>
    <message>
        <source>It types a secret that is kept for you.</source>
        <translation>它输入为您保管的机密。</translation>
    </message>
    <message>
        <source>It types into a field for a secret.</source>
        <translation>它在机密字段中输入。</translation>
    </message>
    <message>
        <source>What it presses says {0}, which cannot be taken back.</source>
        <translation>它要按下的内容是 {0}，无法撤回。</translation>
    </message>
    <message>
        <source>What it presses says {0}, which has an effect outside this computer.</source>
        <translation>它要按下的内容是 {0}，会影响此计算机以外。</translation>
    </message>
    <message>
        <source>What it presses says {0}, which opens something that was locked.</source>
        <translation>它要按下的内容是 {0}，会打开已锁定的东西。</translation>
    </message>
    <message>
        <source>The model itself calls it {0}.</source>
        <translation>模型自己将其归为 {0}。</translation>
    </message>
    <message>
        <source>It is a window of the agent itself, which only a person may use.</source>
        <translation>这是智能体自己的窗口，只有人可以使用。</translation>
    </message>
    <message>
        <source>The user granted {0}.</source>
        <translation>用户已授权 {0}。</translation>
    </message>
    <message>
        <source>The user allowed it.</source>
        <translation>用户允许了。</translation>
    </message>
    <message>
        <source>The user denied it.</source>
        <translation>用户拒绝了。</translation>
    </message>
    <message>
        <source>The user changed it.</source>
        <translation>用户改动了它。</translation>
    </message>
    <message>
        <source>The user denied the same before in this run.</source>
        <translation>用户在这次运行中已经拒绝过同样的操作。</translation>
    </message>
    <message>
        <source>Nobody answered in time.</source>
        <translation>没有人及时回答。</translation>
    </message>
    <message>
        <source>The policy file allows it.</source>
        <translation>策略文件允许。</translation>
    </message>
    <message>
        <source>The policy file asks a person first.</source>
        <translation>策略文件要求先询问人。</translation>
    </message>
    <message>
        <source>The policy file does not allow it.</source>
        <translation>策略文件不允许。</translation>
    </message>
    <message>
        <source>The policy of this machine asks a person first.</source>
        <translation>此计算机的策略要求先询问人。</translation>
    </message>
    <message>
        <source>The policy of this machine does not allow it.</source>
        <translation>此计算机的策略不允许。</translation>
    </message>
    <message>
        <source>The policy {0} allows it.</source>
        <translation>策略{0}允许。</translation>
    </message>
    <message>
        <source>The policy {0} does not allow it.</source>
        <translation>策略{0}不允许。</translation>
    </message>
    <message>
        <source>A known use of {0} that can only read files of the workspace.</source>
        <translation>{0} 的已知用法，只能读取工作区中的文件。</translation>
    </message>
    <message>
        <source>A known use of {0} that can only change files of the workspace.</source>
        <translation>{0} 的已知用法，只能更改工作区中的文件。</translation>
    </message>
    <message>
        <source>It does not start in the workspace.</source>
        <translation>它不是从工作区开始的。</translation>
    </message>
    <message>
        <source>It leaves the workspace.</source>
        <translation>它离开工作区。</translation>
    </message>
    <message>
        <source>There is no folder {0}.</source>
        <translation>没有文件夹 {0}。</translation>
    </message>
    <message>
        <source>It reaches out of the workspace: {0}.</source>
        <translation>它超出了工作区：{0}。</translation>
    </message>
    <message>
        <source>It changes what something runs by itself later: {0}.</source>
        <translation>它更改以后会被自动运行的内容：{0}。</translation>
    </message>
    <message>
        <source>It takes along more than can be looked through.</source>
        <translation>它带走的内容多到无法逐一查看。</translation>
    </message>
    <message>
        <source>It may follow a link out of the workspace: {0}.</source>
        <translation>它可能会跟随链接离开工作区：{0}。</translation>
    </message>
    <message>
        <source>A pattern of it may leave the workspace.</source>
        <translation>其中的模式可能会离开工作区。</translation>
    </message>
    <message>
        <source>A pattern of it stands for more than {0} files.</source>
        <translation>其中的模式代表超过 {0} 个文件。</translation>
    </message>
    <message>
        <source>It holds no command.</source>
        <translation>其中没有命令。</translation>
    </message>
    <message>
        <source>It holds a character that cannot be seen.</source>
        <translation>其中有不可见的字符。</translation>
    </message>
    <message>
        <source>The settings of the repository may have git run other programs.</source>
        <translation>这个仓库的设置可能让 git 运行其他程序。</translation>
    </message>
    <message>
        <source>Not done: {0}</source>
        <translation>未执行：{0}</translation>
    </message>
    <message>
        <source>{0} was pressed and a window is gone</source>
        <translation>按了 {0}，一个窗口关闭了</translation>
    </message>
    <message>
        <source>{0} was pressed and the screen changed</source>
        <translation>按了 {0}，屏幕有变化</translation>
    </message>
    <message>
        <source>{0} was pressed, and nothing was seen to change</source>
        <translation>按了 {0}，没有看到变化</translation>
    </message>
    <message>
        <source>the file “{0}” was written</source>
        <translation>文件“{0}”已写入</translation>
    </message>
    <message>
        <source>nobody saw a file “{0}” come about</source>
        <translation>没有看到出现文件“{0}”</translation>
    </message>
    <message>
        <source>a window “{0}” came up and was to be answered</source>
        <translation>出现了窗口“{0}”，需要回答</translation>
    </message>
    <message>
        <source>the title lost its mark for what is not saved</source>
        <translation>标题上未保存的标记消失了</translation>
    </message>
    <message>
        <source>{0} was used, and neither title nor file shows that it was saved</source>
        <translation>用了 {0}，但标题和文件都看不出已保存</translation>
    </message>
    <message>
        <source>the window “{0}” came up</source>
        <translation>出现了窗口“{0}”</translation>
    </message>
    <message>
        <source>it was started, and nobody saw a window come up</source>
        <translation>已启动，但没有看到窗口出现</translation>
    </message>
    <message>
        <source>“{0}” opened</source>
        <translation>“{0}”已打开</translation>
    </message>
    <message>
        <source>nobody saw “{0}” come up</source>
        <translation>没有看到“{0}”出现</translation>
    </message>
    <message>
        <source>the window “{0}” is gone</source>
        <translation>窗口“{0}”已关闭</translation>
    </message>
    <message>
        <source>“{0}” was chosen and “{1}” came up</source>
        <translation>选了“{0}”，出现了“{1}”</translation>
    </message>
    <message>
        <source>“{0}” was chosen and a window is gone</source>
        <translation>选了“{0}”，一个窗口关闭了</translation>
    </message>
    <message>
        <source>“{0}” was chosen and the title changed</source>
        <translation>选了“{0}”，标题变了</translation>
    </message>
    <message>
        <source>“{0}” was chosen, and nothing was seen to change by it</source>
        <translation>选了“{0}”，没有看到变化</translation>
    </message>
    <message>
        <source>“{0}” was chosen and the screen changed</source>
        <translation>选了“{0}”，屏幕有变化</translation>
    </message>
    <message>
        <source>nobody can tell from these words what to look for</source>
        <translation>从这些话看不出该检查什么</translation>
    </message>
    <message>
        <source>“{0}” stands on the screen</source>
        <translation>“{0}”在屏幕上</translation>
    </message>
    <message>
        <source>no field is called “{0}”</source>
        <translation>没有叫“{0}”的输入框</translation>
    </message>
    <message>
        <source>“{0}” was typed, and nobody saw it stand there</source>
        <translation>输入了“{0}”，但没有看到它在那里</translation>
    </message>
    <message>
        <source>“{0}” was typed, and nobody can tell whether that is what was asked for</source>
        <translation>输入了“{0}”，但无法判断这是不是要求的内容</translation>
    </message>
    <message>
        <source>“{0}” was typed, and more than one field could be meant</source>
        <translation>输入了“{0}”，可能指的不止一个输入框</translation>
    </message>
    <message>
        <source>“{0}” was typed and changed again</source>
        <translation>输入了“{0}”，之后又被改动</translation>
    </message>
    <message>
        <source>“{0}” stood there before</source>
        <translation>“{0}”之前就在那里</translation>
    </message>
    <message>
        <source>“{0}” stands in the field</source>
        <translation>“{0}”在输入框里</translation>
    </message>
    <message>
        <source>“{0}” stands in “{1}”</source>
        <translation>“{0}”在“{1}”里</translation>
    </message>
    <message>
        <source>no step did it</source>
        <translation>没有哪一步做了它</translation>
    </message>
    <message>
        <source>“{0}” was pressed and its window is gone</source>
        <translation>按了“{0}”，它的窗口关闭了</translation>
    </message>
    <message>
        <source>“{0}” was pressed, and its window is still there</source>
        <translation>按了“{0}”，它的窗口还在</translation>
    </message>
    <message>
        <source>“{0}” was pressed, and nothing was seen to change</source>
        <translation>按了“{0}”，没有看到变化</translation>
    </message>
    <message>
        <source>“{0}” was pressed and the screen changed</source>
        <translation>按了“{0}”，屏幕有变化</translation>
    </message>
    <message>
        <source>“{0}” shows “{1}”</source>
        <translation>“{0}”显示“{1}”</translation>
    </message>
    <message>
        <source>“{0}” is marked</source>
        <translation>“{0}”已选中</translation>
    </message>
    <message>
        <source>{0} was pressed, and the screen says “{1}”</source>
        <translation>按了{0}，屏幕上显示“{1}”</translation>
    </message>
    <message>
        <source>nobody saw that it was chosen from “{0}”</source>
        <translation>没有看到它是从“{0}”里选的</translation>
    </message>
    <message>
        <source>nobody saw that “{0}” is the one that is chosen</source>
        <translation>没有看到选中的是“{0}”</translation>
    </message>
    <message>
        <source>“{0}” is not ticked, as it was before</source>
        <translation>“{0}”和之前一样没有勾选</translation>
    </message>
    <message>
        <source>“{0}” is ticked, as it was before</source>
        <translation>“{0}”和之前一样已勾选</translation>
    </message>
    <message>
        <source>“{0}” is not ticked any more</source>
        <translation>“{0}”不再勾选</translation>
    </message>
    <message>
        <source>“{0}” is ticked now</source>
        <translation>“{0}”现在已勾选</translation>
    </message>
    <message>
        <source>“{0}” was not ticked and is now ticked</source>
        <translation>“{0}”之前没有勾选，现在已勾选</translation>
    </message>
    <message>
        <source>“{0}” was ticked and is now not ticked</source>
        <translation>“{0}”之前已勾选，现在没有勾选</translation>
    </message>
    <message>
        <source>“{0}” was not ticked, was chosen, and the screen changed</source>
        <translation>“{0}”之前没有勾选，选了它，屏幕有变化</translation>
    </message>
    <message>
        <source>“{0}” was ticked, was chosen, and the screen changed</source>
        <translation>“{0}”之前已勾选，选了它，屏幕有变化</translation>
    </message>
    <message>
        <source>“{0}” was not ticked already and was chosen</source>
        <translation>“{0}”本来就没有勾选，却选了它</translation>
    </message>
    <message>
        <source>“{0}” was ticked already and was chosen</source>
        <translation>“{0}”本来就已勾选，却选了它</translation>
    </message>
    <message>
        <source>nobody saw whether “{0}” is not ticked</source>
        <translation>没有看到“{0}”是否没有勾选</translation>
    </message>
    <message>
        <source>nobody saw whether “{0}” is ticked</source>
        <translation>没有看到“{0}”是否已勾选</translation>
    </message>
    <message>
        <source>“{0}” is not ticked</source>
        <translation>“{0}”没有勾选</translation>
    </message>
    <message>
        <source>“{0}” is ticked</source>
        <translation>“{0}”已勾选</translation>
    </message>
    <message>
        <source>“{0}” was chosen</source>
        <translation>选了“{0}”</translation>
    </message>
    <message>
        <source>“{0}” is shown</source>
        <translation>“{0}”已显示</translation>
    </message>
    <message>
        <source>“{0}” is empty</source>
        <translation>“{0}”是空的</translation>
    </message>
    <message>
        <source>“{0}” stood in “{1}” already</source>
        <translation>“{0}”本来就在“{1}”里</translation>
    </message>
    <message>
        <source>“{0}” stands where “{1}” stood</source>
        <translation>原来是“{1}”的地方现在是“{0}”</translation>
    </message>
    <message>
        <source>“{0}” shows {1}</source>
        <translation>“{0}”显示 {1}</translation>
    </message>
    <message>
        <source>the file “{0}” has just this change</source>
        <translation>文件“{0}”里正好是这个改动</translation>
    </message>
    <message>
        <source>the text on the screen has just this change</source>
        <translation>屏幕上的文字正好是这个改动</translation>
    </message>
    <message>
        <source>nobody saw that just this changed in the text</source>
        <translation>没有看到文字里正好只有这个改动</translation>
    </message>
    <message>
        <source>what was done before was thrown away with it</source>
        <translation>之前做的也随它一起丢弃了</translation>
    </message>
    <message>
        <source>it was saved</source>
        <translation>已保存</translation>
    </message>
    <message>
        <source>it was confirmed</source>
        <translation>已确认</translation>
    </message>
    <message>
        <source>the window is gone</source>
        <translation>窗口已消失</translation>
    </message>
    <message>
        <source>Which windows are open is not known on this desktop.</source>
        <translation>在这个桌面上无法知道哪些窗口开着。</translation>
    </message>
    <message>
        <source>The window “{0}”, which came up during the run, is still open.</source>
        <translation>运行中出现的窗口“{0}”还开着。</translation>
    </message>
    <message>
        <source>The window “{0}”, which came up during the run, is still open and may wait for an answer.</source>
        <translation>运行期间出现的窗口“{0}”还开着，可能在等待回答。</translation>
    </message>
    <message>
        <source>Step {0} did something that no part of the task names.</source>
        <translation>第 {0} 步做了任务没有提到的事。</translation>
    </message>
    <message>
        <source>Step {0} changed something that no part of the task names.</source>
        <translation>第 {0} 步改变了任务没有提到的东西。</translation>
    </message>
    <message>
        <source>Told what is missing, the model could not go on: “{0}”.</source>
        <translation>得知还缺什么之后，模型无法继续：“{0}”。</translation>
    </message>
    <message>
        <source>Changes nothing on the desktop.</source>
        <translation>不改变桌面上的任何东西。</translation>
    </message>
    <message>
        <source>Clicked.</source>
        <translation>已单击。</translation>
    </message>
    <message>
        <source>Clicked {0} times.</source>
        <translation>已单击 {0} 次。</translation>
    </message>
    <message>
        <source>Moved the pointer.</source>
        <translation>已移动指针。</translation>
    </message>
    <message>
        <source>Dragged.</source>
        <translation>已拖动。</translation>
    </message>
    <message>
        <source>Scrolled up by {0}.</source>
        <translation>已向上滚动 {0}。</translation>
    </message>
    <message>
        <source>Scrolled down by {0}.</source>
        <translation>已向下滚动 {0}。</translation>
    </message>
    <message>
        <source>Scrolled left by {0}.</source>
        <translation>已向左滚动 {0}。</translation>
    </message>
    <message>
        <source>Scrolled right by {0}.</source>
        <translation>已向右滚动 {0}。</translation>
    </message>
    <message>
        <source>Pressed {0}.</source>
        <translation>已按 {0}。</translation>
    </message>
    <message>
        <source>Holding {0}.</source>
        <translation>正按住 {0}。</translation>
    </message>
    <message>
        <source>Let {0} go.</source>
        <translation>已松开 {0}。</translation>
    </message>
    <message>
        <source>The policy {0} asks you first.</source>
        <translation>策略{0}要求先问您。</translation>
    </message>
    <message>
        <source>Waited {0} seconds.</source>
        <translation>已等待 {0} 秒。</translation>
    </message>
    <message>
        <source>Entered a secret.</source>
        <translation>已输入一个机密。</translation>
    </message>
    <message>
        <source>Entered {0} characters; what arrived was not read back.</source>
        <translation>已输入 {0} 个字符；没有读回到达的内容。</translation>
    </message>
    <message>
        <source>Entered {0} characters with the keyboard; what arrived could not be read back.</source>
        <translation>已用键盘输入 {0} 个字符；到达的内容无法读回。</translation>
    </message>
    <message>
        <source>Entered {0} characters with the keyboard; they arrived exactly.</source>
        <translation>已用键盘输入 {0} 个字符；内容准确到达。</translation>
    </message>
    <message>
        <source>Entered {0} characters through the clipboard; what arrived could not be read back.</source>
        <translation>已通过剪贴板输入 {0} 个字符；到达的内容无法读回。</translation>
    </message>
    <message>
        <source>Entered {0} characters through the clipboard; they arrived exactly.</source>
        <translation>已通过剪贴板输入 {0} 个字符；内容准确到达。</translation>
    </message>
    <message>
        <source>Nothing on the screen changed.</source>
        <translation>屏幕没有变化。</translation>
    </message>
    <message>
        <source>The screen changed between ({0}, {1}) and ({2}, {3}).</source>
        <translation>屏幕在 ({0}, {1}) 到 ({2}, {3}) 之间有变化。</translation>
    </message>
    <message>
        <source>Opened the window {0}.</source>
        <translation>打开了窗口 {0}。</translation>
    </message>
    <message>
        <source>Started.</source>
        <translation>已启动。</translation>
    </message>
    <message>
        <source>Noted.</source>
        <translation>已记录。</translation>
    </message>
    <message>
        <source>Nobody answered.</source>
        <translation>没有人回答。</translation>
    </message>
    <message>
        <source>Look again.</source>
        <translation>请再看一次。</translation>
    </message>
    <message>
        <source>the screen changed size, look again.</source>
        <translation>屏幕大小变了，请再看一次。</translation>
    </message>
    <message>
        <source>the screen was looked at too long ago.</source>
        <translation>上次看屏幕是太久以前了。</translation>
    </message>
    <message>
        <source>a person is using the mouse or the keyboard.</source>
        <translation>有人正在使用鼠标或键盘。</translation>
    </message>
    <message>
        <source>the point ({0}, {1}) lies outside the screen, which is {2} by {3} pixels.</source>
        <translation>点 ({0}, {1}) 在屏幕之外，屏幕为 {2} x {3} 像素。</translation>
    </message>
    <message>
        <source>{0} is not installed here, and the workspace has no such file.</source>
        <translation>这里没有安装 {0}，工作区里也没有这个文件。</translation>
    </message>
    <message>
        <source>Like it: {0}.</source>
        <translation>相近的有：{0}。</translation>
    </message>
    <message>
        <source>Stopped by the user.</source>
        <translation>已由您停止。</translation>
    </message>
    <message>
        <source>Paused: {0}</source>
        <translation>已暂停：{0}</translation>
    </message>
    <message>
        <source>The gate denied {0} actions in a row.</source>
        <translation>连续 {0} 个操作被拒绝。</translation>
    </message>
    <message>
        <source>{0} replies in a row were no action: {1}</source>
        <translation>连续 {0} 个回复都不是操作：{1}</translation>
    </message>
    <message>
        <source>The same action on the same screen, {0} times.</source>
        <translation>在同样的屏幕上重复了 {0} 次同样的操作。</translation>
    </message>
    <message>
        <source>The tokens are used up: {0} of {1}.</source>
        <translation>词元已用完：{0}/{1}。</translation>
    </message>
    <message>
        <source>{0} of {1} tokens are used up.</source>
        <translation>{1} 个词元中已用完 {0} 个。</translation>
    </message>
    <message>
        <source>The text does not read as it should after what was changed.</source>
        <translation>更改之后，文本读起来与应有的不同。</translation>
    </message>
    <message>
        <source>The text cannot be read well enough to be changed so.</source>
        <translation>文本看不够清楚，无法这样更改。</translation>
    </message>
    <message>
        <source>I do not find in the text what this is about.</source>
        <translation>我在文本中找不到这里所说的内容。</translation>
    </message>
    <message>
        <source>I am not sure what is to change in the text.</source>
        <translation>我不确定文本中要改什么。</translation>
    </message>
    <message>
        <source>Write {0} at the top.</source>
        <translation>在开头写上{0}。</translation>
    </message>
    <message>
        <source>Write {0} at the end.</source>
        <translation>在末尾写上{0}。</translation>
    </message>
    <message>
        <source>Write {0} below {1}.</source>
        <translation>在{1}下面写上{0}。</translation>
    </message>
    <message>
        <source>Write {0} as line {1}.</source>
        <translation>把{0}写为第 {1} 行。</translation>
    </message>
    <message>
        <source>Write {0}.</source>
        <translation>写上{0}。</translation>
    </message>
    <message>
        <source>Delete {0}.</source>
        <translation>删除{0}。</translation>
    </message>
    <message>
        <source>Turn {0} into {1}.</source>
        <translation>把{0}改为{1}。</translation>
    </message>
    <message>
        <source>Empty the text.</source>
        <translation>清空文本。</translation>
    </message>
    <message>
        <source>Make {0} all of the text.</source>
        <translation>让整个文本只有{0}。</translation>
    </message>
    <message>
        <source>Take the last change back.</source>
        <translation>撤销上一次修改。</translation>
    </message>
    <message>
        <source>Save.</source>
        <translation>保存。</translation>
    </message>
    <message>
        <source>Save it as {0}.</source>
        <translation>另存为{0}。</translation>
    </message>
    <message>
        <source>Is that what you mean?</source>
        <translation>您是这个意思吗？</translation>
    </message>
    <message>
        <source>Say it in fewer words.</source>
        <translation>请用更少的词来说。</translation>
    </message>
    <message>
        <source>Say it with the words that stand there, or with the number of the line.</source>
        <translation>请用文本中的原词，或用行号来说明。</translation>
    </message>
    <message>
        <source>openai/NAME needs the address of its server.</source>
        <translation>openai/NAME 需要其服务器的地址。</translation>
    </message>
    <message>
        <source>The name {0} does not say which grammar the model writes.</source>
        <translation>从名称 {0} 看不出该模型使用哪种语法。</translation>
    </message>
    <message>
        <source>No model server answers at {0}.</source>
        <translation>{0} 没有模型服务器响应。</translation>
    </message>
    <message>
        <source>There is no such file: {0}.</source>
        <translation>没有这个文件：{0}。</translation>
    </message>
    <message>
        <source>There is no model {0} on this machine.</source>
        <translation>本机没有模型 {0}。</translation>
    </message>
    <message>
        <source>There is no model folder {0}.</source>
        <translation>没有模型文件夹 {0}。</translation>
    </message>
    <message>
        <source>Check the path.</source>
        <translation>请检查路径。</translation>
    </message>
    <message>
        <source>The disk is full: {0} was not written.</source>
        <translation>磁盘已满：{0} 没有写入。</translation>
    </message>
    <message>
        <source>Free some space and start the run again; every step recorded before is whole.</source>
        <translation>腾出一些空间，然后重新启动运行；之前记录的每一步都是完整的。</translation>
    </message>
    <message>
        <source>{0} cannot be written: {1}.</source>
        <translation>无法写入 {0}：{1}。</translation>
    </message>
    <message>
        <source>Choose another place.</source>
        <translation>请选择其他位置。</translation>
    </message>
    <message>
        <source>There is no keyring to keep the key in.</source>
        <translation>没有可以保存密钥的密钥环。</translation>
    </message>
    <message>
        <source>{0}, line {1}, is no episode: {2}.</source>
        <translation>{0} 第 {1} 行不是一段经历：{2}。</translation>
    </message>
    <message>
        <source>The settings file {0} cannot be read: {1}.</source>
        <translation>无法读取设置文件 {0}：{1}。</translation>
    </message>
    <message>
        <source>Correct it or move it away.</source>
        <translation>请更正或移走它。</translation>
    </message>
    <message>
        <source>The memory {0} cannot be used: {1}.</source>
        <translation>无法使用记忆 {0}：{1}。</translation>
    </message>
    <message>
        <source>No trial run was made: the workspace is too large to be copied for it.</source>
        <translation>没有试运行：工作区太大，无法为此复制。</translation>
    </message>
    <message>
        <source>What it would change is not known.</source>
        <translation>不知道它会更改什么。</translation>
    </message>
    <message>
        <source>Earlier commands left functions or variables: {0}.</source>
        <translation>先前的命令留下了函数或变量：{0}。</translation>
    </message>
    <message>
        <source>[it did not end within {0} s]</source>
        <translation>[它在 {0} 秒内没有结束]</translation>
    </message>
    <message>
        <source>[it ended with code {0}]</source>
        <translation>[它以代码 {0} 结束]</translation>
    </message>
    <message>
        <source>[{0} more lines]</source>
        <translation>[还有 {0} 行]</translation>
    </message>
    <message>
        <source>[{0} lines became {1}, from line {2} on]</source>
        <translation>[{0} 行变成了 {1} 行，从第 {2} 行开始]</translation>
    </message>
    <message>
        <source>Begin the task with the program (“Open the calculator, then …”), or choose one to start first, below the task.</source>
        <translation>请在任务开头说出程序（“打开计算器，然后…”），或在任务下方选择先打开的程序。</translation>
    </message>
    <message>
        <source>Another model may understand it (page Models).</source>
        <translation>换一个模型也许能理解（见“模型”页）。</translation>
    </message>
    <message>
        <source>Choose it in the settings (Grammar), for example {0}.</source>
        <translation>请在设置（“语法”）中选择，例如 {0}。</translation>
    </message>
    <message>
        <source>Give it in the settings (Server), for example {0}.</source>
        <translation>请在设置（“服务器”）中填写，例如 {0}。</translation>
    </message>
    <message>
        <source>Check that the folder exists and belongs to you.</source>
        <translation>检查文件夹是否存在并且属于您。</translation>
    </message>
    <message>
        <source>See that the disk has room and can be written to, or switch the memory off in the settings.</source>
        <translation>确认磁盘有空间并且可以写入，或在设置中关闭记忆。</translation>
    </message>
    <message>
        <source>Choose a file that was exported from a memory.</source>
        <translation>请选择从记忆中导出的文件。</translation>
    </message>
    <message>
        <source>Start it, or check its address; most end in /v1.</source>
        <translation>启动它，或检查它的地址；大多数地址以 /v1 结尾。</translation>
    </message>
    <message>
        <source>Start it, or check its address in the settings (Server). ({0})</source>
        <translation>请启动它，或在设置（“服务器”）中检查其地址。（{0}）</translation>
    </message>
    <message>
        <source>What {0} would do is not known here.</source>
        <translation>这里不知道 {0} 会做什么。</translation>
    </message>
    <message>
        <source>What {0} would do when it is used like this is not known here.</source>
        <translation>这里不知道这样使用 {0} 会做什么。</translation>
    </message>
    <message>
        <source>It runs code, walled off from your own files.</source>
        <translation>它运行代码，与您自己的文件隔开。</translation>
    </message>
    <message>
        <source>It types a command into a terminal, which can do anything that you can.</source>
        <translation>它在终端中输入命令，终端能做您能做的一切。</translation>
    </message>
    <message>
        <source>It presses keys in a terminal, which can do anything that you can.</source>
        <translation>它在终端中按键，终端能做您能做的一切。</translation>
    </message>
    <message>
        <source>Commands cannot be walled off well enough here, so you are asked first.</source>
        <translation>此处无法把命令充分隔离，因此先问您。</translation>
    </message>
    <message>
        <source>It uses a tool of another program, and nothing here limits what that does.</source>
        <translation>它使用另一个程序的工具，这里没有什么限制该工具的作用。</translation>
    </message>
    <message>
        <source>The window asks for a password or the like.</source>
        <translation>该窗口要求输入密码之类的内容。</translation>
    </message>
    <message>
        <source>Tried on a copy, it changed no file.</source>
        <translation>在副本上试运行时，它没有改变任何文件。</translation>
    </message>
    <message>
        <source>It could not be tried on a copy first.</source>
        <translation>无法先在副本上试运行。</translation>
    </message>
    <message>
        <source>Move the file away to begin anew, or switch the memory off in the settings.</source>
        <translation>把文件移走以重新开始，或在设置中关闭记忆。</translation>
    </message>
    <message>
        <source>Unlock or install one (GNOME Keyring, KWallet).</source>
        <translation>请解锁或安装一个（GNOME Keyring、KWallet）。</translation>
    </message>
    <message>
        <source>Check where the model lies.</source>
        <translation>请检查模型所在的位置。</translation>
    </message>
    <message>
        <source>Choose a private desktop, or another policy.</source>
        <translation>请选择私有桌面或其他策略。</translation>
    </message>
    <message>
        <source>Fetch {0} on the page Models.</source>
        <translation>请在“模型”页面下载 {0}。</translation>
    </message>
    <message>
        <source>Does Grammar, in the settings, fit this model?</source>
        <translation>设置中的“语法”适合此模型吗？</translation>
    </message>
    <message>
        <source>It has a grammar of its own: leave Grammar, in the settings, empty.</source>
        <translation>它有自己的语法：请在设置中把“语法”留空。</translation>
    </message>
    <message>
        <source>Check its address; most end in /v1.</source>
        <translation>请检查它的地址；大多数以 /v1 结尾。</translation>
    </message>
    <message>
        <source>Not all that it would do can be told beforehand.</source>
        <translation>无法事先知道它会做的一切。</translation>
    </message>
    <message>
        <source>Waited {0} second.</source>
        <translation>已等待 {0} 秒。</translation>
    </message>
    <message>
        <source>Entered {0} character; what arrived was not read back.</source>
        <translation>已输入 {0} 个字符；没有读回到达的内容。</translation>
    </message>
    <message>
        <source>Entered {0} character with the keyboard; what arrived could not be read back.</source>
        <translation>已用键盘输入 {0} 个字符；到达的内容无法读回。</translation>
    </message>
    <message>
        <source>Entered {0} character with the keyboard; it arrived exactly.</source>
        <translation>已用键盘输入 {0} 个字符；内容准确到达。</translation>
    </message>
    <message>
        <source>Entered {0} character through the clipboard; what arrived could not be read back.</source>
        <translation>已通过剪贴板输入 {0} 个字符；到达的内容无法读回。</translation>
    </message>
    <message>
        <source>Entered {0} character through the clipboard; it arrived exactly.</source>
        <translation>已通过剪贴板输入 {0} 个字符；内容准确到达。</translation>
    </message>
    <message>
        <source>Entered {0} characters with the keyboard; that is not what arrived: the field holds {1}.</source>
        <translation>已用键盘输入 {0} 个字符；到达的不是它：字段里是 {1}。</translation>
    </message>
    <message>
        <source>Entered {0} character with the keyboard; that is not what arrived: the field holds {1}.</source>
        <translation>已用键盘输入 {0} 个字符；到达的不是它：字段里是 {1}。</translation>
    </message>
    <message>
        <source>Entered {0} characters through the clipboard; that is not what arrived: the field holds {1}.</source>
        <translation>已通过剪贴板输入 {0} 个字符；到达的不是它：字段里是 {1}。</translation>
    </message>
    <message>
        <source>Entered {0} character through the clipboard; that is not what arrived: the field holds {1}.</source>
        <translation>已通过剪贴板输入 {0} 个字符；到达的不是它：字段里是 {1}。</translation>
    </message>
    <message>
        <source>All {0} steps are used up.</source>
        <translation>{0} 步已全部用完。</translation>
    </message>
    <message>
        <source>The only step is used up.</source>
        <translation>仅有的一步已用完。</translation>
    </message>
    <message>
        <source>The time of {0} seconds is used up.</source>
        <translation>{0} 秒的时间已用完。</translation>
    </message>
    <message>
        <source>The time of {0} second is used up.</source>
        <translation>{0} 秒的时间已用完。</translation>
    </message>
    <message>
        <source>The model says the task cannot be done.</source>
        <translation>模型说这个任务无法完成。</translation>
    </message>
    <message>
        <source>The run broke off by a defect of ours.</source>
        <translation>运行因程序自身的缺陷而中断。</translation>
    </message>
    <message>
        <source>Who followed the run went away.</source>
        <translation>查看此次运行的一方已离开。</translation>
    </message>
    <message>
        <source>The verifier disagrees: {0}</source>
        <translation>检查不同意：{0}</translation>
    </message>
    <message>
        <source>What it needs does not come.</source>
        <translation>它需要的东西没有出现。</translation>
    </message>
    <message>
        <source>What the task needs cannot be used, or was tried and changed nothing.</source>
        <translation>任务需要的东西无法使用，或者试过但没有任何变化。</translation>
    </message>
    <message>
        <source>Nothing on the screen answers to the task.</source>
        <translation>屏幕上没有与任务相符的东西。</translation>
    </message>
    <message>
        <source>What the task needs was refused, and there is no other way.</source>
        <translation>任务需要的操作被拒绝了，没有别的办法。</translation>
    </message>
    <message>
        <source>It is understood best when every part names a control as it is written on the screen, with labels and text in quotes.</source>
        <translation>每个部分都按屏幕上的文字说出控件，并给标签和要输入的文字加上引号，这样最容易理解。</translation>
    </message>
    <message>
        <source>For example: {0}.</source>
        <translation>例如：{0}。</translation>
    </message>
    <message>
        <source>No window is open that it could be done in.</source>
        <translation>没有打开可以完成它的窗口。</translation>
    </message>
    <message>
        <source>The embedded model understands English only, and this task is in another language.</source>
        <translation>内置模型只理解英语，而这个任务是用其他语言写的。</translation>
    </message>
    <message>
        <source>Word it in English, for example: {0}.</source>
        <translation>请用英语说，例如：{0}。</translation>
    </message>
    <message>
        <source>Empty “{0}”.</source>
        <translation>清空“{0}”。</translation>
    </message>
    <message>
        <source>Untick “{0}”.</source>
        <translation>取消勾选“{0}”。</translation>
    </message>
    <message>
        <source>Tick “{0}”.</source>
        <translation>勾选“{0}”。</translation>
    </message>
    <message>
        <source>Choose “{0}”.</source>
        <translation>选择“{0}”。</translation>
    </message>
    <message>
        <source>Press “{0}”.</source>
        <translation>按下“{0}”。</translation>
    </message>
    <message>
        <source>“{0}” has no “{1}”.</source>
        <translation>“{0}”里没有“{1}”。</translation>
    </message>
    <message>
        <source>Which of these is meant: “{0}”?</source>
        <translation>指的是哪一个：“{0}”？</translation>
    </message>
    <message>
        <source>“{0}” shows no number; it was put where “{1}” should be from {2} to {3}.</source>
        <translation>“{0}”不显示数字，已拖到范围为 {2} 到 {3} 时“{1}”应在的位置。</translation>
    </message>
    <message>
        <source>“{0}” shows no number.</source>
        <translation>“{0}”不显示数字。</translation>
    </message>
    <message>
        <source>Please set it to “{0}”, then say yes.</source>
        <translation>请把它设为“{0}”，然后回答“是”。</translation>
    </message>
    <message>
        <source>“{0}” is not there any more.</source>
        <translation>“{0}”已经不在了。</translation>
    </message>
    <message>
        <source>Nothing changed when “{0}” was pressed.</source>
        <translation>按下“{0}”后没有任何变化。</translation>
    </message>
    <message>
        <source>“{0}” does not show “{1}”.</source>
        <translation>“{0}”没有显示“{1}”。</translation>
    </message>
    <message>
        <source>“{0}” does not show what was asked for.</source>
        <translation>“{0}”没有显示所要求的状态。</translation>
    </message>
</context>
<context>
    <name>Replay</name>
    <message>
        <source>Step of the replay</source>
        <translation>回放步骤</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>播放</translation>
    </message>
    <message>
        <source>Step back</source>
        <translation>后退一步</translation>
    </message>
    <message>
        <source>Step forward</source>
        <translation>前进一步</translation>
    </message>
    <message>
        <source>This run recorded no step.</source>
        <translation>这次运行没有记录步骤。</translation>
    </message>
    <message>
        <source>The picture of this step is missing or damaged.</source>
        <translation>此步骤的图片缺失或损坏。</translation>
    </message>
</context>
<context>
    <name>Request</name>
    <message>
        <source>The task is empty.</source>
        <translation>任务为空。</translation>
    </message>
    <message>
        <source>Say what to do.</source>
        <translation>请说明要做什么。</translation>
    </message>
    <message>
        <source>{0} cannot be read: {1}.</source>
        <translation>无法读取 {0}：{1}。</translation>
    </message>
    <message>
        <source>Attach a copy, or start without it.</source>
        <translation>请附上副本，或不带它启动。</translation>
    </message>
    <message>
        <source>{0} is no file any more.</source>
        <translation>{0} 已不存在。</translation>
    </message>
    <message>
        <source>It was moved or deleted: attach it from where it is now, or start without it.</source>
        <translation>它已被移动或删除：请从现在的位置附加它，或不带它启动。</translation>
    </message>
    <message>
        <source>{0} is no file.</source>
        <translation>{0} 不是文件。</translation>
    </message>
    <message>
        <source>Attach single files; a folder cannot be attached.</source>
        <translation>请附加单个文件；不能附加文件夹。</translation>
    </message>
</context>
<context>
    <name>ReviewPanel</name>
    <message>
        <source>Thought</source>
        <translation>思考</translation>
    </message>
    <message>
        <source>Ctrl+Return</source>
        <translation>Ctrl+回车</translation>
    </message>
    <message>
        <source>Refuse</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>Is this right? Click the picture to aim anew.</source>
        <translation>这样对吗？点击图片可重新瞄准。</translation>
    </message>
    <message>
        <source>Correct and go on</source>
        <translation>更正并继续</translation>
    </message>
    <message>
        <source>Accept</source>
        <translation>接受</translation>
    </message>
</context>
<context>
    <name>RunHead</name>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Take over</source>
        <translation>接手</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Paused by you.</source>
        <translation>已由您暂停。</translation>
    </message>
    <message>
        <source>You have taken over.</source>
        <translation>您已接手。</translation>
    </message>
</context>
<context>
    <name>RunsModel</name>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>When</source>
        <translation>时间</translation>
    </message>
</context>
<context>
    <name>RunsTable</name>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
</context>
<context>
    <name>SavedPage</name>
    <message>
        <source>No task is kept yet. Write one here, or save a run&apos;s from the history.</source>
        <translation>还没有保存的任务。可以在这里写一个，或从历史中保存某次运行的任务。</translation>
    </message>
    <message>
        <source>Kept tasks</source>
        <translation>保存的任务</translation>
    </message>
    <message>
        <source>New task</source>
        <translation>新任务</translation>
    </message>
    <message>
        <source>Tasks to start again, by hand or at set times. A task that starts by itself follows its policy like any other and asks you where it must.</source>
        <translation>可以再次启动的任务，手动或定时。自动启动的任务同样遵守其策略，必要时会询问您。</translation>
    </message>
    <message>
        <source>There is a kept task {0} already.</source>
        <translation>已有名为 {0} 的任务。</translation>
    </message>
    <message>
        <source>Saved.</source>
        <translation>已保存。</translation>
    </message>
    <message>
        <source>The task {0} is deleted.</source>
        <translation>任务 {0} 已删除。</translation>
    </message>
    <message>
        <source>Back to it</source>
        <translation>找回它</translation>
    </message>
</context>
<context>
    <name>SavedTask</name>
    <message>
        <source>{0} is empty.</source>
        <translation>{0} 为空。</translation>
    </message>
    <message>
        <source>Fill it in.</source>
        <translation>请填写。</translation>
    </message>
    <message>
        <source>The name is empty.</source>
        <translation>名称为空。</translation>
    </message>
    <message>
        <source>Give the task a name.</source>
        <translation>请为任务取一个名称。</translation>
    </message>
    <message>
        <source>The task is empty.</source>
        <translation>任务为空。</translation>
    </message>
    <message>
        <source>Say what to do.</source>
        <translation>请说明要做什么。</translation>
    </message>
    <message>
        <source>A task that starts by itself cannot ask for {0}.</source>
        <translation>自动启动的任务不能询问 {0}。</translation>
    </message>
    <message>
        <source>Write the value into the task, or leave the schedule empty.</source>
        <translation>请把值写进任务，或将时间表留空。</translation>
    </message>
    <message>
        <source>{0} is not a schedule: {1}.</source>
        <translation>{0} 不是时间表：{1}。</translation>
    </message>
    <message>
        <source>Write minute hour day month weekday, for example 30 8 * * 1-5.</source>
        <translation>请写 分 时 日 月 星期，例如 30 8 * * 1-5。</translation>
    </message>
</context>
<context>
    <name>SchedulePicker</name>
    <message>
        <source>Only when I start it</source>
        <translation>只在我启动时</translation>
    </message>
    <message>
        <source>Every few hours</source>
        <translation>每隔几小时</translation>
    </message>
    <message>
        <source>Every day</source>
        <translation>每天</translation>
    </message>
    <message>
        <source>Monday to Friday</source>
        <translation>周一至周五</translation>
    </message>
    <message>
        <source>On certain days</source>
        <translation>在某些日子</translation>
    </message>
    <message>
        <source>As in crontab (for experts)</source>
        <translation>crontab 格式（供专家使用）</translation>
    </message>
    <message>
        <source>every {0} hours</source>
        <translation>每 {0} 小时</translation>
    </message>
    <message>
        <source>every hour</source>
        <translation>每小时</translation>
    </message>
    <message>
        <source>When it starts</source>
        <translation>何时启动</translation>
    </message>
    <message>
        <source>How often</source>
        <translation>多久一次</translation>
    </message>
    <message>
        <source>Time of day</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Minutes past the hour</source>
        <translation>整点后的分钟</translation>
    </message>
    <message>
        <source>Minute, hour, day, month, weekday</source>
        <translation>分、时、日、月、星期</translation>
    </message>
    <message>
        <source>minutes past:</source>
        <translation>整点后分钟：</translation>
    </message>
    <message>
        <source>Choose at least one day.</source>
        <translation>请至少选择一天。</translation>
    </message>
    <message>
        <source>Next: {0}</source>
        <translation>接下来：{0}</translation>
    </message>
</context>
<context>
    <name>ServerForm</name>
    <message>
        <source>guessed from the model</source>
        <translation>根据模型推断</translation>
    </message>
    <message>
        <source>Kept in the keyring; empty: as it is</source>
        <translation>保存在密钥环中；留空：保持不变</translation>
    </message>
    <message>
        <source>What does it serve?</source>
        <translation>它提供什么？</translation>
    </message>
    <message>
        <source>Test its eye</source>
        <translation>测试视觉</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Grammar</source>
        <translation>语法</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>密钥</translation>
    </message>
    <message>
        <source>It is asked what it serves …</source>
        <translation>正在询问它提供什么……</translation>
    </message>
    <message>
        <source>Models served: {0}</source>
        <translation>提供的模型：{0}</translation>
    </message>
    <message>
        <source>It is asked to click boxes that only sight can find …</source>
        <translation>请它点击只有看得见才能找到的方框……</translation>
    </message>
</context>
<context>
    <name>Servers</name>
    <message>
        <source>The name is empty.</source>
        <translation>名称为空。</translation>
    </message>
    <message>
        <source>Give the server a name.</source>
        <translation>请为服务器取一个名称。</translation>
    </message>
    <message>
        <source>The model is empty.</source>
        <translation>模型为空。</translation>
    </message>
    <message>
        <source>Write the name under which it is served.</source>
        <translation>请写它在服务器上的名称。</translation>
    </message>
</context>
<context>
    <name>SessionView</name>
    <message>
        <source>The chosen session, live</source>
        <translation>所选会话（实时）</translation>
    </message>
    <message>
        <source>You work here. Give it back when you are done.</source>
        <translation>您正在此处操作。完成后请交还。</translation>
    </message>
    <message>
        <source>Paused: its programs stand still.</source>
        <translation>已暂停：其中的程序静止不动。</translation>
    </message>
    <message>
        <source>A run works here. Click to take over.</source>
        <translation>有运行正在此处工作。单击以接手。</translation>
    </message>
    <message>
        <source>Nobody works here. Click to take over.</source>
        <translation>目前无人使用。单击以接手。</translation>
    </message>
    <message>
        <source>Choose a session to see it live.</source>
        <translation>选择一个会话以实时查看。</translation>
    </message>
    <message>
        <source>There is no picture of this session.</source>
        <translation>没有此会话的画面。</translation>
    </message>
</context>
<context>
    <name>Sessions</name>
    <message>
        <source>No program runs</source>
        <translation>没有程序在运行</translation>
    </message>
    <message>
        <source>You work here</source>
        <translation>您正在此处操作</translation>
    </message>
    <message>
        <source>A person works here, elsewhere</source>
        <translation>有人正在别处操作此会话</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>A run works here for {0}</source>
        <translation>有运行已在此工作 {0}</translation>
    </message>
    <message>
        <source>{0} MB</source>
        <translation>{0} MB</translation>
    </message>
    <message>
        <source>{0} old</source>
        <translation>已存在 {0}</translation>
    </message>
    <message>
        <source>{0} min</source>
        <translation>{0} 分钟</translation>
    </message>
    <message>
        <source>{0} h {1} min</source>
        <translation>{0} 小时 {1} 分钟</translation>
    </message>
    <message>
        <source>{0} is no size.</source>
        <translation>{0} 不是有效的尺寸。</translation>
    </message>
    <message>
        <source>For example: {0}</source>
        <translation>例如：{0}</translation>
    </message>
</context>
<context>
    <name>SessionsPage</name>
    <message>
        <source>No session lives. Start one here, or on a command line: uitars sandbox start</source>
        <translation>目前没有会话。可在此处新建，或在命令行中运行：uitars sandbox start</translation>
    </message>
    <message>
        <source>New session</source>
        <translation>新建会话</translation>
    </message>
    <message>
        <source>Take over</source>
        <translation>接手</translation>
    </message>
    <message>
        <source>Give back</source>
        <translation>交还</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>The session starts …</source>
        <translation>会话正在启动……</translation>
    </message>
    <message>
        <source>Stop the session {0}?</source>
        <translation>停止会话 {0} 吗？</translation>
    </message>
    <message>
        <source>Stop it</source>
        <translation>停止会话</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Private desktops that stay between runs. Watch one, or take it over: the run that works there keeps still until you give it back.</source>
        <translation>在多次运行之间保留的私有桌面。您可以观看或接手：在您交还之前，在那里工作的运行会保持不动。</translation>
    </message>
    <message>
        <source>Its programs end; what they have not saved is lost.</source>
        <translation>其中的程序将结束，未保存的内容会丢失。</translation>
    </message>
    <message>
        <source>The files in its workspace are removed.</source>
        <translation>其工作区中的文件会被删除。</translation>
    </message>
    <message>
        <source>The run that works there loses its desktop.</source>
        <translation>在那里工作的运行将失去桌面。</translation>
    </message>
    <message>
        <source>Checkpoints stay.</source>
        <translation>检查点会保留。</translation>
    </message>
</context>
<context>
    <name>SettingRow</name>
    <message>
        <source>Back to the default</source>
        <translation>恢复默认</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>{0} is not a whole number.</source>
        <translation>{0} 不是整数。</translation>
    </message>
    <message>
        <source>{0} is not a number.</source>
        <translation>{0} 不是数字。</translation>
    </message>
    <message>
        <source>Enter at least {0}.</source>
        <translation>请输入不小于 {0} 的数。</translation>
    </message>
    <message>
        <source>Enter more than {0}.</source>
        <translation>请输入大于 {0} 的数。</translation>
    </message>
    <message>
        <source>Enter at most {0}.</source>
        <translation>请输入不大于 {0} 的数。</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>nano is built in. Others: a GGUF file, a folder, openai/NAME for a server.</source>
        <translation>nano 为内置。其他：GGUF 文件、文件夹，或用 openai/NAME 表示服务器。</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Address of the server of an openai/NAME model.</source>
        <translation>openai/NAME 模型的服务器地址。</translation>
    </message>
    <message>
        <source>Grammar</source>
        <translation>语法</translation>
    </message>
    <message>
        <source>How the model writes actions; empty: guessed from its name.</source>
        <translation>模型书写操作的方式；留空：根据名称推断。</translation>
    </message>
    <message>
        <source>Desktop</source>
        <translation>桌面</translation>
    </message>
    <message>
        <source>Policy</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>Name or file of the policy; empty: the usual one of the desktop.</source>
        <translation>策略的名称或文件；留空：该桌面的常用策略。</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>The most steps one run may take.</source>
        <translation>一次运行最多的步数。</translation>
    </message>
    <message>
        <source>Seconds</source>
        <translation>秒数</translation>
    </message>
    <message>
        <source>The most time one run may take.</source>
        <translation>一次运行最长的时间。</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>The most tokens one run may read and write; empty: no limit.</source>
        <translation>一次运行最多读写的词元数；留空：不限。</translation>
    </message>
    <message>
        <source>Actions a second</source>
        <translation>每秒操作数</translation>
    </message>
    <message>
        <source>The fastest the agent may act.</source>
        <translation>智能体操作的最快速度。</translation>
    </message>
    <message>
        <source>Repeats</source>
        <translation>重复次数</translation>
    </message>
    <message>
        <source>The same action on the same screen this often means it is stuck.</source>
        <translation>同一屏幕上同一操作重复这么多次即视为卡住。</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>Earlier screenshots the model is shown again.</source>
        <translation>再次给模型看的早先截图数。</translation>
    </message>
    <message>
        <source>Words of earlier steps</source>
        <translation>早先步骤的文字</translation>
    </message>
    <message>
        <source>About how many tokens they may take in a prompt.</source>
        <translation>它们在提示中大约可占的词元数。</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>记忆</translation>
    </message>
    <message>
        <source>Remember runs, and recall earlier ones.</source>
        <translation>记住运行，并回忆以前的运行。</translation>
    </message>
    <message>
        <source>Words of memories</source>
        <translation>记忆的文字</translation>
    </message>
    <message>
        <source>About how many tokens recalled memories may take in a prompt.</source>
        <translation>回忆的内容在提示中大约可占的词元数。</translation>
    </message>
    <message>
        <source>Programs of a private desktop</source>
        <translation>私有桌面中的程序</translation>
    </message>
    <message>
        <source>Walled off, they see the task&apos;s folder only and none of your own files; open, they can read, change and delete all that you can.</source>
        <translation>隔离时，它们只能看到任务的文件夹，看不到您自己的文件；开放时，您能读取、修改和删除的，它们都可以。</translation>
    </message>
    <message>
        <source>Brings up the task box from anywhere. Press the button and then the keys; Delete takes them away.</source>
        <translation>在任何地方都能唤出任务框。先点按钮，再按下按键；按 Delete 去掉。</translation>
    </message>
    <message>
        <source>Or sandbox:1280x800, or the name of a display; empty: chosen.</source>
        <translation>也可以写 sandbox:1280x800 或某个显示器的名称；留空：自动选择。</translation>
    </message>
    <message>
        <source>Wall around commands</source>
        <translation>命令的隔离墙</translation>
    </message>
    <message>
        <source>The weakest that is enough; where it does not hold, every command is a question.</source>
        <translation>至少要达到的隔离强度；达不到时，每条命令都会先询问。</translation>
    </message>
    <message>
        <source>Asks below</source>
        <translation>低于此值则询问</translation>
    </message>
    <message>
        <source>A step that the built-in model finds less likely than this is a question instead, 0 (never) to 1.</source>
        <translation>内置模型认为可能性低于此值（0 为从不，最高 1）的步骤，会改为先询问。</translation>
    </message>
    <message>
        <source>Computes on</source>
        <translation>运算设备</translation>
    </message>
    <message>
        <source>The processor (cpu), the graphics card (cuda), or what there is (auto).</source>
        <translation>处理器（cpu）、显卡（cuda），或自动选择（auto）。</translation>
    </message>
    <message>
        <source>Looks into menus</source>
        <translation>查看菜单</translation>
    </message>
    <message>
        <source>The built-in model looks into closed menus before it asks or takes an unlikely step.</source>
        <translation>内置模型在询问或执行可能性较低的步骤之前，先查看关闭的菜单。</translation>
    </message>
    <message>
        <source>Model of memory</source>
        <translation>记忆模型</translation>
    </message>
    <message>
        <source>Retells finished runs, for example openai/NAME; empty: their record does.</source>
        <translation>复述已完成的运行，例如 openai/NAME；留空：由记录本身完成。</translation>
    </message>
    <message>
        <source>Ask programs</source>
        <translation>询问程序</translation>
    </message>
    <message>
        <source>Ask programs about their widgets, on top of looking. Only the built-in model.</source>
        <translation>除了看之外，还向程序询问其控件。仅限内置模型。</translation>
    </message>
    <message>
        <source>Stop keys</source>
        <translation>停止键</translation>
    </message>
    <message>
        <source>Pressed one after the other on your own keyboard they stop a run at once.</source>
        <translation>在您自己的键盘上依次按下即可立刻停止运行。</translation>
    </message>
    <message>
        <source>Folder of runs</source>
        <translation>运行文件夹</translation>
    </message>
    <message>
        <source>Where runs are recorded; empty: the usual place.</source>
        <translation>记录运行的位置；留空：默认位置。</translation>
    </message>
    <message>
        <source>Hidden windows</source>
        <translation>隐藏的窗口</translation>
    </message>
    <message>
        <source>Titles or programs, with * for anything, commas between; blacked out.</source>
        <translation>标题或程序名，* 代表任意内容，用逗号分隔；会被涂黑。</translation>
    </message>
    <message>
        <source>Hide passwords</source>
        <translation>隐藏密码</translation>
    </message>
    <message>
        <source>Black out fields that a program declares as passwords.</source>
        <translation>涂黑程序声明为密码的字段。</translation>
    </message>
    <message>
        <source>Hide keys in texts</source>
        <translation>隐藏文字中的密钥</translation>
    </message>
    <message>
        <source>Leave out what looks like a key, a token or a password.</source>
        <translation>略去看起来像密钥、令牌或密码的内容。</translation>
    </message>
    <message>
        <source>Hide keys on the screen</source>
        <translation>隐藏屏幕上的密钥</translation>
    </message>
    <message>
        <source>Such things in pictures, too; every new screen takes a second longer.</source>
        <translation>图片中的也隐藏；每个新屏幕多用一秒。</translation>
    </message>
    <message>
        <source>Days</source>
        <translation>天数</translation>
    </message>
    <message>
        <source>Runs older than this are removed; 0 keeps them.</source>
        <translation>更早的运行会被移除；0 表示保留。</translation>
    </message>
    <message>
        <source>Megabytes</source>
        <translation>兆字节</translation>
    </message>
    <message>
        <source>The oldest runs are removed when all take more; 0 for no limit.</source>
        <translation>总量超出时移除最早的运行；0 表示不限。</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>Of the window; as the system: follows your desktop.</source>
        <translation>窗口的颜色；“跟随系统”与您的桌面一致。</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Takes effect when the window starts again.</source>
        <translation>窗口重新启动后生效。</translation>
    </message>
    <message>
        <source>Hot key</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Stay in the tray</source>
        <translation>留在托盘</translation>
    </message>
    <message>
        <source>Closing the window does not end the assistant.</source>
        <translation>关闭窗口不会结束助手。</translation>
    </message>
    <message>
        <source>Show that it works</source>
        <translation>显示正在工作</translation>
    </message>
    <message>
        <source>A thin frame around the screen while the agent works on it.</source>
        <translation>智能体在屏幕上工作时显示一圈细边框。</translation>
    </message>
    <message>
        <source>Accept or correct</source>
        <translation>接受或更正</translation>
    </message>
    <message>
        <source>Show every action first, to accept or correct it; corrections are recorded.</source>
        <translation>先显示每个操作，由您接受或更正；更正会被记录。</translation>
    </message>
    <message>
        <source>Start at login</source>
        <translation>登录时启动</translation>
    </message>
    <message>
        <source>The assistant waits in the tray when you log in.</source>
        <translation>登录后助手在系统托盘中待命。</translation>
    </message>
</context>
<context>
    <name>SettingsFile</name>
    <message>
        <source>The settings file {0} cannot be read: {1}.</source>
        <translation>无法读取设置文件 {0}：{1}。</translation>
    </message>
    <message>
        <source>Correct it or move it away.</source>
        <translation>请更正或移走它。</translation>
    </message>
</context>
<context>
    <name>SettingsPage</name>
    <message>
        <source>Search settings</source>
        <translation>搜索设置</translation>
    </message>
    <message>
        <source>No setting matches.</source>
        <translation>没有匹配的设置。</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Privacy</source>
        <translation>隐私</translation>
    </message>
    <message>
        <source>Decisions that last</source>
        <translation>长期有效的决定</translation>
    </message>
    <message>
        <source>Settings file: {0}</source>
        <translation>设置文件：{0}</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
</context>
<context>
    <name>SingleInstance</name>
    <message>
        <source>An assistant that is open already (process {0}) does not answer.</source>
        <translation>已经打开的助手（进程 {0}）没有响应。</translation>
    </message>
    <message>
        <source>Wait until it has ended, or end that process, and start again.</source>
        <translation>请等它退出，或结束该进程，然后重新启动。</translation>
    </message>
    <message>
        <source>The assistant cannot listen at {0}: {1}.</source>
        <translation>助手无法在 {0} 监听：{1}。</translation>
    </message>
    <message>
        <source>Check that the folder for temporary files can be written.</source>
        <translation>请检查临时文件夹是否可写。</translation>
    </message>
</context>
<context>
    <name>StartDialog</name>
    <message>
        <source>New session</source>
        <translation>新建会话</translation>
    </message>
    <message>
        <source>Program to open first</source>
        <translation>先打开的程序</translation>
    </message>
    <message>
        <source>No program first</source>
        <translation>不先打开程序</translation>
    </message>
    <message>
        <source>Size in pixels</source>
        <translation>尺寸（像素）</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>Open first</source>
        <translation>先打开</translation>
    </message>
    <message>
        <source>A private desktop that stays until you stop it.</source>
        <translation>一个私有桌面，在您停止之前一直保留。</translation>
    </message>
</context>
<context>
    <name>StartView</name>
    <message>
        <source>What should I do?</source>
        <translation>要我做什么？</translation>
    </message>
    <message>
        <source>Say it below. I work step by step, you see every step, and I ask first where it matters.</source>
        <translation>在下面说出来。我会一步一步地做，您能看到每一步，重要的地方我会先问您。</translation>
    </message>
    <message>
        <source>Watch a first task on a private desktop</source>
        <translation>在私有桌面上观看第一个任务</translation>
    </message>
</context>
<context>
    <name>StepDelegate</name>
    <message>
        <source>Corrected by you</source>
        <translation>已由您更正</translation>
    </message>
</context>
<context>
    <name>StepDetail</name>
    <message>
        <source>Step {0}: {1}</source>
        <translation>第 {0} 步：{1}</translation>
    </message>
    <message>
        <source>Choose a step to see it here.</source>
        <translation>选择一个步骤在此查看。</translation>
    </message>
    <message>
        <source>You said</source>
        <translation>您说过</translation>
    </message>
    <message>
        <source>Thought</source>
        <translation>思考</translation>
    </message>
    <message>
        <source>Proposed</source>
        <translation>原提议</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>用时</translation>
    </message>
    <message>
        <source>{0}: looking {1}, thinking {2}, checking {3}, acting {4}</source>
        <translation>{0}：观察 {1}，思考 {2}，检查 {3}，执行 {4}</translation>
    </message>
    <message>
        <source>{0} tokens read, {1} written</source>
        <translation>读 {0} 词元，写 {1} 词元</translation>
    </message>
    <message>
        <source>The picture of this step is missing or damaged.</source>
        <translation>此步骤的图片缺失或损坏。</translation>
    </message>
</context>
<context>
    <name>StepList</name>
    <message>
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>The steps of the run appear here.</source>
        <translation>运行的步骤会出现在这里。</translation>
    </message>
</context>
<context>
    <name>Stored</name>
    <message>
        <source>This cannot be set: {0}.</source>
        <translation>无法这样设置：{0}。</translation>
    </message>
    <message>
        <source>{0} cannot be read: {1}.</source>
        <translation>无法读取 {0}：{1}。</translation>
    </message>
    <message>
        <source>The defaults are in force; correct the file or remove it.</source>
        <translation>当前使用默认值；请更正或删除该文件。</translation>
    </message>
</context>
<context>
    <name>TaskEdit</name>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
</context>
<context>
    <name>TaskForm</name>
    <message>
        <source>Add files…</source>
        <translation>添加文件…</translation>
    </message>
    <message>
        <source>Start by itself while I am signed in</source>
        <translation>在我登录期间自动启动</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Write {Name} where something is to be filled in at each start.</source>
        <translation>每次启动时需要填写的地方写作 {Name}。</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>With</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>时间表</translation>
    </message>
    <message>
        <source>Add files</source>
        <translation>添加文件</translation>
    </message>
</context>
<context>
    <name>TaskPage</name>
    <message>
        <source>Step</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>实时</translation>
    </message>
    <message>
        <source>Accept or correct</source>
        <translation>接受或更正</translation>
    </message>
    <message>
        <source>The other run is over: {0}</source>
        <translation>另一个运行已结束：{0}</translation>
    </message>
    <message>
        <source>Show it</source>
        <translation>显示它</translation>
    </message>
    <message>
        <source>Change the task</source>
        <translation>修改任务</translation>
    </message>
    <message>
        <source>That was a first task. Say the next one yourself: what stands on the screen, text in quotes, one part after the other. For example: {0}</source>
        <translation>这就是第一个任务。下一个由您来说：说出屏幕上的文字，要输入的内容加上引号，一部分接一部分。例如：{0}</translation>
    </message>
    <message>
        <source>Put it into the box</source>
        <translation>放进输入框</translation>
    </message>
    <message>
        <source>Another run goes on.</source>
        <translation>另一个运行正在进行。</translation>
    </message>
    <message>
        <source>The agent reads this before its next step: {0}</source>
        <translation>智能体会在下一步之前读到：{0}</translation>
    </message>
    <message>
        <source>The agent no longer waits for these words.</source>
        <translation>智能体已不再等待这些话。</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>The agent asks: {0}</source>
        <translation>智能体问：{0}</translation>
    </message>
</context>
<context>
    <name>TaskWindow</name>
    <message>
        <source>uitars: new task</source>
        <translation>uitars：新任务</translation>
    </message>
    <message>
        <source>Enter starts · Up and Down: earlier tasks · drop files or paste a picture · Esc closes</source>
        <translation>回车开始 · 上下键：以前的任务 · 拖入文件或粘贴图片 · Esc 关闭</translation>
    </message>
</context>
<context>
    <name>Thoughts</name>
    <message>
        <source>For “{0}”: {1}</source>
        <translation>为了“{0}”：{1}</translation>
    </message>
    <message>
        <source>I am not sure what you mean.</source>
        <translation>我不确定您的意思。</translation>
    </message>
    <message>
        <source>I am not sure what you mean by “{0}”.</source>
        <translation>我不确定“{0}”是什么意思。</translation>
    </message>
    <message>
        <source>Shall I {0}?</source>
        <translation>要我{0}吗？</translation>
    </message>
    <message>
        <source>Shall I 1) {0}, or 2) {1}?</source>
        <translation>要我 1) {0}，还是 2) {1}？</translation>
    </message>
    <message>
        <source>click {0}.</source>
        <translation>点击{0}。</translation>
    </message>
    <message>
        <source>double-click {0}.</source>
        <translation>双击{0}。</translation>
    </message>
    <message>
        <source>right-click {0}.</source>
        <translation>右键单击{0}。</translation>
    </message>
    <message>
        <source>mark {0}.</source>
        <translation>选中{0}。</translation>
    </message>
    <message>
        <source>drag {0} onto {1}.</source>
        <translation>把{0}拖到{1}。</translation>
    </message>
    <message>
        <source>scroll over {0}.</source>
        <translation>在{0}上滚动。</translation>
    </message>
    <message>
        <source>type “{0}”.</source>
        <translation>输入“{0}”。</translation>
    </message>
    <message>
        <source>press {0}.</source>
        <translation>按 {0}。</translation>
    </message>
    <message>
        <source>open “{0}”.</source>
        <translation>打开“{0}”。</translation>
    </message>
    <message>
        <source>it may stand in a menu: look into {0}.</source>
        <translation>可能在菜单里：看看{0}。</translation>
    </message>
    <message>
        <source>nothing in this menu is to be chosen, so close it.</source>
        <translation>这个菜单里没有要选的，把它关上。</translation>
    </message>
    <message>
        <source>the program may still be loading, so wait.</source>
        <translation>程序可能还在加载，先等待。</translation>
    </message>
    <message>
        <source>what is needed is not on the screen yet, so wait.</source>
        <translation>需要的东西还没有出现在屏幕上，先等一等。</translation>
    </message>
    <message>
        <source>no further step was found.</source>
        <translation>没有找到还要做的步骤。</translation>
    </message>
    <message>
        <source>it is there but cannot be used, so it cannot be done.</source>
        <translation>它在那里但无法使用，所以做不了。</translation>
    </message>
    <message>
        <source>it cannot be done.</source>
        <translation>做不了。</translation>
    </message>
    <message>
        <source>nothing on the screen fits it; you have to say how to go on.</source>
        <translation>屏幕上没有与它相符的东西，需要您说明怎样继续。</translation>
    </message>
    <message>
        <source>no step is likely enough to be what you mean.</source>
        <translation>没有哪一步足够可能是您的意思。</translation>
    </message>
    <message>
        <source>the {0}</source>
        <translation>{0}</translation>
    </message>
    <message>
        <source>the {0} “{1}”</source>
        <translation>{0}“{1}”</translation>
    </message>
    <message>
        <source>words</source>
        <translation>文字</translation>
    </message>
    <message>
        <source>button</source>
        <translation>按钮</translation>
    </message>
    <message>
        <source>tick box</source>
        <translation>复选框</translation>
    </message>
    <message>
        <source>option</source>
        <translation>选项</translation>
    </message>
    <message>
        <source>field</source>
        <translation>输入框</translation>
    </message>
    <message>
        <source>list</source>
        <translation>下拉列表</translation>
    </message>
    <message>
        <source>menu</source>
        <translation>菜单</translation>
    </message>
    <message>
        <source>menu entry</source>
        <translation>菜单项</translation>
    </message>
    <message>
        <source>tab</source>
        <translation>标签页</translation>
    </message>
    <message>
        <source>entry</source>
        <translation>条目</translation>
    </message>
    <message>
        <source>column</source>
        <translation>列</translation>
    </message>
    <message>
        <source>link</source>
        <translation>链接</translation>
    </message>
    <message>
        <source>icon</source>
        <translation>图标</translation>
    </message>
    <message>
        <source>slider</source>
        <translation>滑块</translation>
    </message>
    <message>
        <source>scroll bar</source>
        <translation>滚动条</translation>
    </message>
    <message>
        <source>title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>picture</source>
        <translation>图片</translation>
    </message>
</context>
<context>
    <name>Tray</name>
    <message>
        <source>New task…</source>
        <translation>新任务…</translation>
    </message>
    <message>
        <source>Show the window</source>
        <translation>显示窗口</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>uitars</source>
        <translation>uitars</translation>
    </message>
    <message>
        <source>Paused by you.</source>
        <translation>已由您暂停。</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
</context>
<context>
    <name>Values</name>
    <message>
        <source>as the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>high contrast</source>
        <translation>高对比度</translation>
    </message>
    <message>
        <source>open to your files</source>
        <translation>可使用您的文件</translation>
    </message>
    <message>
        <source>walled off from your files</source>
        <translation>看不到您的文件</translation>
    </message>
    <message>
        <source>walled off, and offline</source>
        <translation>看不到文件且不联网</translation>
    </message>
    <message>
        <source>any</source>
        <translation>任意</translation>
    </message>
    <message>
        <source>left</source>
        <translation>左</translation>
    </message>
    <message>
        <source>middle</source>
        <translation>中</translation>
    </message>
    <message>
        <source>right</source>
        <translation>右</translation>
    </message>
    <message>
        <source>up</source>
        <translation>上</translation>
    </message>
    <message>
        <source>down</source>
        <translation>下</translation>
    </message>
    <message>
        <source>done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>not done</source>
        <translation>未完成</translation>
    </message>
    <message>
        <source>Ask before risks</source>
        <translation>有风险时询问</translation>
    </message>
    <message>
        <source>Ask before every action</source>
        <translation>每个操作之前都询问</translation>
    </message>
    <message>
        <source>Only what is listed</source>
        <translation>只做列出的事</translation>
    </message>
    <message>
        <source>Free on a private desktop</source>
        <translation>在私有桌面上自由操作</translation>
    </message>
    <message>
        <source>Private desktop</source>
        <translation>私有桌面</translation>
    </message>
    <message>
        <source>This desktop</source>
        <translation>当前桌面</translation>
    </message>
</context>
<context>
    <name>Welcome</name>
    <message>
        <source>Type &apos;Hello&apos; into the document, then choose Save from the File menu.</source>
        <translation>在文档中输入“你好”，然后按 Ctrl+S。</translation>
    </message>
    <message>
        <source>Open the calculator.</source>
        <translation>打开计算器。</translation>
    </message>
    <message>
        <source>Click OK.</source>
        <translation>点击“OK”。</translation>
    </message>
</context>
<context>
    <name>WelcomeDialog</name>
    <message>
        <source>Welcome to uitars</source>
        <translation>欢迎使用 uitars</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>上一步</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>Watch a first task</source>
        <translation>观看第一个任务</translation>
    </message>
    <message>
        <source>Begin</source>
        <translation>开始使用</translation>
    </message>
    <message>
        <source>What it can see and do</source>
        <translation>它能看到和做什么</translation>
    </message>
    <message>
        <source>The assistant looks at the screen it works on, and only while it works on a task of yours. It moves the pointer, types, and runs commands in a folder of its own.</source>
        <translation>助手只看它工作的屏幕，而且只在为您执行任务时看。它移动指针、输入文字，并在自己的文件夹中运行命令。</translation>
    </message>
    <message>
        <source>It thinks with a small model on this computer. Nothing leaves this computer unless you choose a model on a server.</source>
        <translation>它用本机上的小模型思考。除非您选择服务器上的模型，否则任何内容都不会离开这台电脑。</translation>
    </message>
    <message>
        <source>Every step is recorded where only you can read it: the picture, the thought, the action and what came of it. You can delete any of it.</source>
        <translation>每一步都记录在只有您能读到的地方：图片、思考、操作和结果。您可以删除其中任何内容。</translation>
    </message>
    <message>
        <source>Press Escape twice to stop it at once. Touch mouse or keyboard, and it pauses before its next action.</source>
        <translation>连按两次 Escape 立刻停止。碰一下鼠标或键盘，它就会在下一个操作之前暂停。</translation>
    </message>
    <message>
        <source>What it can do, and how to say it</source>
        <translation>它能做什么，怎么说</translation>
    </message>
    <message>
        <source>The built-in model is small and quick. It works with what it can see: it clicks, types, opens programs and chooses from menus, one part of your task after the other.</source>
        <translation>内置模型小而快。它根据看得见的东西工作：点击、输入、打开程序、从菜单中选择，按顺序完成任务的各个部分。</translation>
    </message>
    <message>
        <source>Say what stands on the screen, and put what is to be typed in quotes:</source>
        <translation>说出屏幕上的文字，要输入的内容加上引号：</translation>
    </message>
    <message>
        <source>It does not know what you mean by “tidy up my mails” or “as usual”, cannot read long texts for you, and makes no plans. It understands English, and only simple orders in Chinese.</source>
        <translation>它不懂“像往常一样”或“整理我的邮件”是什么意思，不能替您读长文章，也不会自己制定计划。它理解英语，中文只懂简单的指令。</translation>
    </message>
    <message>
        <source>At the end it says what it saw of each part. Where it says “unchecked”, look yourself before you rely on it.</source>
        <translation>结束时它会说明每个部分看到了什么。如果写着“未核实”，请自己看过再依赖它。</translation>
    </message>
    <message>
        <source>Which model</source>
        <translation>选择模型</translation>
    </message>
    <message>
        <source>The built-in model is fast, works offline, and follows plain orders of one to five parts.</source>
        <translation>内置模型速度快，可离线工作，能执行由一到五个部分组成的简单指令。</translation>
    </message>
    <message>
        <source>A large model understands far more. It runs on a server or needs a large computer; set it up on the Models page.</source>
        <translation>大模型理解得多得多。它在服务器上运行，或需要一台强大的电脑；请在“模型”页设置。</translation>
    </message>
    <message>
        <source>The built-in model</source>
        <translation>内置模型</translation>
    </message>
    <message>
        <source>I will set up a server</source>
        <translation>我来设置服务器</translation>
    </message>
    <message>
        <source>I will fetch {0}: this computer can bear it ({1} GB, {2})</source>
        <translation>我要下载 {0}：本机可以运行（{1} GB，{2}）</translation>
    </message>
    <message>
        <source>When it asks you</source>
        <translation>何时询问您</translation>
    </message>
    <message>
        <source>Whatever you choose: passwords and security settings always need your yes, and nothing on the screen can say yes for you.</source>
        <translation>无论怎样选择：密码和安全设置总需要您同意，屏幕上的任何东西都不能替您同意。</translation>
    </message>
    <message>
        <source>Ask before what cannot be undone or leaves this computer</source>
        <translation>在无法撤销或会离开本机的操作之前询问</translation>
    </message>
    <message>
        <source>Ask before every action</source>
        <translation>每个操作之前都询问</translation>
    </message>
    <message>
        <source>Do only what I listed before</source>
        <translation>只做我事先列出的事</translation>
    </message>
    <message>
        <source>As in the settings: {0}</source>
        <translation>保持设置中的选择：{0}</translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message>
        <source>Move the pointer</source>
        <translation>移动指针</translation>
    </message>
    <message>
        <source>Drag</source>
        <translation>拖动</translation>
    </message>
    <message>
        <source>Type {0}</source>
        <translation>输入 {0}</translation>
    </message>
    <message>
        <source>Press {0}</source>
        <translation>按 {0}</translation>
    </message>
    <message>
        <source>Hold {0}</source>
        <translation>按住 {0}</translation>
    </message>
    <message>
        <source>Let go of {0}</source>
        <translation>松开 {0}</translation>
    </message>
    <message>
        <source>Wait {0} s</source>
        <translation>等待 {0} 秒</translation>
    </message>
    <message>
        <source>Run {0}</source>
        <translation>运行 {0}</translation>
    </message>
    <message>
        <source>Read the file {0}</source>
        <translation>读取文件 {0}</translation>
    </message>
    <message>
        <source>Write the file {0}</source>
        <translation>写入文件 {0}</translation>
    </message>
    <message>
        <source>Open {0}</source>
        <translation>打开 {0}</translation>
    </message>
    <message>
        <source>Call the tool {0} of {1}</source>
        <translation>调用 {1} 的工具 {0}</translation>
    </message>
    <message>
        <source>Note {0}</source>
        <translation>记录 {0}</translation>
    </message>
    <message>
        <source>Ask {0}</source>
        <translation>询问 {0}</translation>
    </message>
    <message>
        <source>Finish</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Give up</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>Double-click</source>
        <translation>双击</translation>
    </message>
    <message>
        <source>Triple-click</source>
        <translation>三击</translation>
    </message>
    <message>
        <source>Click</source>
        <translation>单击</translation>
    </message>
    <message>
        <source>Middle-click</source>
        <translation>中键单击</translation>
    </message>
    <message>
        <source>Right-click</source>
        <translation>右键单击</translation>
    </message>
    <message>
        <source>Scroll up by {0}</source>
        <translation>向上滚动 {0}</translation>
    </message>
    <message>
        <source>Scroll down by {0}</source>
        <translation>向下滚动 {0}</translation>
    </message>
    <message>
        <source>Scroll left by {0}</source>
        <translation>向左滚动 {0}</translation>
    </message>
    <message>
        <source>Scroll right by {0}</source>
        <translation>向右滚动 {0}</translation>
    </message>
    <message>
        <source>Unreadable reply</source>
        <translation>无法读懂的回复</translation>
    </message>
    <message>
        <source>Allowed by you</source>
        <translation>您已允许</translation>
    </message>
    <message>
        <source>Allowed</source>
        <translation>已允许</translation>
    </message>
    <message>
        <source>Denied by you</source>
        <translation>您已拒绝</translation>
    </message>
    <message>
        <source>Denied by the policy</source>
        <translation>被策略拒绝</translation>
    </message>
    <message>
        <source>Denied: nobody answered</source>
        <translation>已拒绝：无人回答</translation>
    </message>
    <message>
        <source>Denied: nobody to ask</source>
        <translation>已拒绝：无人可问</translation>
    </message>
    <message>
        <source>Denied: the check failed</source>
        <translation>已拒绝：检查失败</translation>
    </message>
    <message>
        <source>Not done</source>
        <translation>未执行</translation>
    </message>
    <message>
        <source>Screen changed</source>
        <translation>屏幕已变化</translation>
    </message>
    <message>
        <source>No change seen</source>
        <translation>未见变化</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>已执行</translation>
    </message>
    <message>
        <source>Say it in smaller parts, labels and text as they stand on the screen, in quotes; or do the step by hand that it hangs on, and start again from there.</source>
        <translation>请分成更小的部分来说，标签和文字按屏幕上的写法加上引号；或者手动完成卡住的那一步，再从那里重新开始。</translation>
    </message>
    <message>
        <source>It may only need more steps or time, which the settings give it. Or ask for one part of the task at a time.</source>
        <translation>也许只是需要更多步数或时间，可在设置中调整。也可以一次只要求任务的一个部分。</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>已中断</translation>
    </message>
    <message>
        <source>Broke off</source>
        <translation>意外中止</translation>
    </message>
    <message>
        <source>Could not be done</source>
        <translation>无法完成</translation>
    </message>
    <message>
        <source>Denied</source>
        <translation>已拒绝</translation>
    </message>
    <message>
        <source>Needs you</source>
        <translation>需要您</translation>
    </message>
    <message>
        <source>Limit reached</source>
        <translation>达到上限</translation>
    </message>
    <message>
        <source>Stuck</source>
        <translation>卡住了</translation>
    </message>
    <message>
        <source>The check disagrees</source>
        <translation>检查不通过</translation>
    </message>
    <message>
        <source>Stopped by you</source>
        <translation>已由您停止</translation>
    </message>
    <message>
        <source>Finished, verified</source>
        <translation>已完成，已验证</translation>
    </message>
    <message>
        <source>Finished, seen</source>
        <translation>已完成，已看到结果</translation>
    </message>
    <message>
        <source>Finished, unchecked</source>
        <translation>已完成，未核实</translation>
    </message>
    <message>
        <source>Only looks</source>
        <translation>只是查看</translation>
    </message>
    <message>
        <source>Ordinary work in a window</source>
        <translation>窗口中的普通操作</translation>
    </message>
    <message>
        <source>Cannot be undone</source>
        <translation>无法撤销</translation>
    </message>
    <message>
        <source>Has an effect outside this computer</source>
        <translation>会影响本机之外</translation>
    </message>
    <message>
        <source>Passwords or security settings</source>
        <translation>密码或安全设置</translation>
    </message>
    <message>
        <source>Reads files of the workspace</source>
        <translation>读取工作区文件</translation>
    </message>
    <message>
        <source>Changes files of the workspace</source>
        <translation>修改工作区文件</translation>
    </message>
    <message>
        <source>Runs a command or a tool</source>
        <translation>运行命令或工具</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>Working</source>
        <translation>工作中</translation>
    </message>
    <message>
        <source>Waiting for you</source>
        <translation>等待您</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>{0} s</source>
        <translation>{0} 秒</translation>
    </message>
    <message>
        <source>{0} min {1} s</source>
        <translation>{0} 分 {1} 秒</translation>
    </message>
</context>
</TS>
