/**
 * Every behaviour that Parley promises and that a test must show, by id. A test cites at most three of them in square brackets at the
 * end of its title; `e2e/requirements.test.ts` fails for a listed id that no test cites and for a cited id that is not listed.
 * Ids with a part after a dot are one case of the id before it.
 */
export const requirements = {
  // Reports of users of such apps: docs/user-reports.md
  'UI-32.report-10': 'What a person is asked for once reaches the server and lies in no file.',
  'UI-32.report-18':
    'A secret reaches a process in the variable it was given to, and no argument shows it.',
  'UI-33.report-14':
    'Servers that an earlier version wrote are all there; reading rewrites nothing; half a write is never read.',
  'RE-12.report-39': 'A runtime that dies over and over makes no session.',
  // Network
  'UI-8.proxy':
    'The proxy of the environment, of the system or of the settings holds for what is not on this computer; NO_PROXY holds; its refusals are told.',
  'UI-8.trust':
    'The system’s certificates, NODE_EXTRA_CA_CERTS and the CA file of the settings are trusted beside Node’s own, from the next connection on.',
  'UI-8.certificate':
    'A certificate that is not trusted is named with host, issuer and what to do; nothing is sent.',
  'UI-8.ca-file': 'A CA file of one server counts for it and its sign-in alone.',
  'UI-8.address':
    'Addresses are judged as they are connected to, behind a proxy as well, which is asked for the address that was judged.',
  'UI-8.runtime': 'Runtimes and the command reach the network as the app does.',
  'UI-8.settings': 'Another way to the network is asked for in main’s own view.',
  // Runtime protocol
  'RT-1': 'The same frames travel over a child process and over a utility process.',
  'RT-1.process': 'A child process carries the frames and is gone at the end.',
  'RT-1.utility': 'A utility process carries the same frames, one a message.',
  'RT-1.spawn': 'A host may start the runtime itself.',
  'RT-1.elsewhere':
    'A runtime is reached through any way to a shell; it is told of no folder of this machine.',
  'RT-1.ssh': 'A session runs on another machine by ssh, with tools of this one.',
  'RT-1.container': 'A session runs in a container, with tools of this side.',
  'RT-2':
    'One JSON object a line, split anywhere, LF or CRLF; a frame over the cap is a typed error; stdout carries frames only.',
  'RT-2.split': 'A frame may be cut anywhere, also within a character.',
  'RT-2.separators': 'U+2028 and U+2029 end no line.',
  'RT-2.cap': 'What is over the cap is a typed error on either side, and reading goes on.',
  'RT-2.stderr': 'stderr is told line by line, always drained and never protocol.',
  'RT-2.stdout': 'stdout carries frames only, whatever a dependency prints.',
  'RT-3': 'The first frame is ready; another major version is refused with both versions named.',
  'RT-3.major': 'Another major version is refused with both versions named.',
  'RT-3.minor': 'A newer minor version works.',
  'RT-3.first': 'A first frame that is not ready is refused.',
  'RT-4':
    'Runtime chosen, spawned, given credentials, initialized, then the first message; errors come before any task.',
  'RT-4.order': 'Process, credentials, ready, initialize, first message: in this order.',
  'RT-4.path': 'A path that names no file is a failed start that names path and option.',
  'RT-4.variable': 'PARLEY_RUNTIME_PATH chooses the runtime where no option does.',
  'RT-4.early': 'What is wrong with a start is told before any task runs.',
  'RT-5':
    'Credentials travel apart from frames, once, and are in no argument, frame, environment or log.',
  'RT-5.frames': 'No frame holds a key or a value of a server.',
  'RT-5.file': 'The one-shot file is the owner’s alone and unlinked as it is read.',
  'RT-5.left': 'What the runtime did not take is removed once it is initialized.',
  'RT-5.failed-start': 'A failed start leaves no credentials behind.',
  'RT-5.elsewhere':
    'Keys reach another machine in a file of its user alone, which nothing leaves behind.',
  'RT-6':
    'Control requests both ways, many in flight, cancelled without an answer, unknown ones answered with an error.',
  'RT-6.malformed':
    'A malformed frame of the host is a diagnostic and the runtime lives on; one of the runtime is a ProtocolError.',
  'RT-6.in-flight': 'Many requests are open at once and answered in any order.',
  'RT-6.cancel': 'A request that is withdrawn aborts its handler and gets no answer.',
  'RT-6.unknown': 'A request of an unknown kind or form is answered with an error.',
  'RT-6.stray': 'A second answer and an answer to nothing are told and harm nothing.',
  'RT-6.answers':
    'A host that answers nonsense, nothing or an error denies the call, and the turn goes on.',
  'RT-7': 'The requests of both directions exist and are parsed.',
  'RT-7.rpc': 'In-process servers send notifications and requests of their own, in order.',
  'RT-8': 'No control request waits behind a running turn.',
  'RT-9':
    'Closing ends the process with grace, then TERM, then KILL, tree and all; a runtime without a host ends itself.',
  'RT-9.steps': 'End of input, then TERM, then KILL, each to the whole tree.',
  'RT-9.closed-input': 'Input that closes in the middle of a frame ends the session once.',
  'RT-9.closed-output': 'Output that nobody reads ends the session, and what is sent rejects.',
  'RT-10':
    'Servers connect without delaying initialize; the first model request waits for them within a limit.',
  'RT-20': 'The loop ends when no tool call remains, or at a limit, interrupt or error.',
  'RT-20.limit': 'A turn stops at its limit of requests.',
  'RT-21':
    'What the model is told begins the same in every request; instructions of folders come from trusted ones.',
  'RT-22': 'Decisions about a tool call are taken in one fixed order and end in a denial.',
  'RT-22.denied': 'A refused call gives the model a tool result that says why.',
  'RT-22.input': 'Changed arguments go to whoever decides next; deny rules hold for them too.',
  'RT-22.folders':
    'Built-in tools read inside the allowed folders without a question, outside not.',
  'RT-23': 'Model output streams: text at once, tool input as it grows.',
  'RT-24':
    'Transient provider errors are retried with backoff, honouring Retry-After, and announced; others end the turn with the provider’s words.',
  'RT-25':
    'Interrupt stops the turn, keeps the text so far marked interrupted, and the session takes the next message.',
  'RT-25.session': 'After an interrupt the session takes the next message.',
  'RT-26':
    'Sub-agents have their own context and fewer tools; their last message is the result and their messages name their call.',
  'RT-26.usage': 'What sub-agents take is in the result of their session.',
  'RT-26.background':
    'A sub-agent in the background is announced, asked for its words and stopped.',
  'RT-27': 'Context use is measured, and said to be estimated where it is.',
  'RT-27.compact': 'Old messages are summed up before the limit; the transcript keeps them all.',
  'RT-27.wish': '/compact sums the conversation up now and is no part of it.',
  'RT-28':
    'Tool names are mcp__server__tool; where a provider forbids a name an alias is mapped back by table.',
  'RT-28.gemini':
    'For Gemini a schema has one type each, no references and items for each list; what has no field there is told in words.',
  'RT-28.changes': 'What was changed of a tool’s schema for a provider is told place by place.',
  'RT-28.limit':
    'Where a provider takes so many tools at most, servers share the room, and what is left out is told with the reason.',
  'RT-29': 'Skills, commands and agents of files are offered; broken files are named and skipped.',
  'RT-30': 'The app says what goes to the model service and that there is no sandbox.',
  'RT-40':
    'A transcript is an append-only file of records in the config root, readable only by its owner.',
  'RT-41':
    'User messages are durable before the model is asked, calls before they run, turn ends are synced.',
  'RT-42':
    'A damaged transcript is read as far as it goes, its torn tail kept aside, and the loss told.',
  'RT-43': 'Two processes never write one transcript; the second is told who holds it.',
  'RT-44': 'A session is resumed with everything in it.',
  'RT-44.rewind':
    'Files are brought back to before a message, told first; what else changed since stays, with the reason.',
  'RT-44.kept':
    'Old checkpoints and what belongs to no session are removed by limits that a person sets, never what is in use or could be.',
  'RT-44.continue': 'The newest session of a folder is gone on with.',
  'RT-44.fork': 'A session is copied: new file, new uuids, origin recorded, the other untouched.',
  'RT-45': 'What a provider attaches is kept as it came and sent back.',
  'RT-60':
    'The command runs a prompt and tells success, failure, bad usage and missing credentials by its exit code.',
  // SDK
  'SDK-1': 'query() streams messages; the prompt is pulled when the host first iterates.',
  'SDK-1.text': 'A text is one turn: the session closes after its result.',
  'SDK-1.iterable': 'An iterable is many turns: the session closes when all have their results.',
  'SDK-1.not-pulled':
    'Process and handshake do not wait for the prompt, which is pulled when the host iterates.',
  'SDK-1.buffered': 'Messages that come before the first iteration are kept.',
  'SDK-1.prompt-throws': 'What the iterable throws ends the iteration with it.',
  'SDK-1.stream-input': 'streamInput sends more messages.',
  'SDK-1.parameters':
    'A prompt that is neither text nor iterable, and unknown parameters, throw at once.',
  'SDK-2': 'tool() checks arguments by its shape and names the field that does not fit.',
  'SDK-2.name': 'A tool is called mcp__server__name.',
  'SDK-2.schema':
    'Description, optional fields, enums, limits and defaults of the shape reach the model.',
  'SDK-2.types': 'Arguments of the handler are typed by the shape.',
  'SDK-2.invalid':
    'Arguments that do not fit are a failed result that names the field; the handler does not run.',
  'SDK-2.raw-shape': 'A whole object schema is refused, saying to pass its fields.',
  'SDK-2.zod-4': 'Zod 3 fields are refused with the reason.',
  'SDK-2.refused': 'Empty names, fields without a schema and unknown extras throw at once.',
  'SDK-2.signal': 'The handler’s signal aborts with its call and with its session.',
  'SDK-3': 'createSdkMcpServer() gives a server that several queries can use at once.',
  'SDK-3.version': 'The version is 1.0.0 unless another is given.',
  'SDK-3.reuse': 'One configuration serves several queries at once; closing one leaves the others.',
  'SDK-3.any-instance': 'Anything that connects to a transport may be a server.',
  'SDK-3.refused': 'Empty names and duplicate tools throw at once.',
  'SDK-4':
    'A handler that throws is an error result, never a crashed session; one that never answers is bounded.',
  'SDK-4.throws': 'A handler that throws is a failed result with its words.',
  'SDK-4.time': 'A handler that never answers ends by the time of its server.',
  'SDK-5': 'Content of every kind passes unchanged, unknown kinds too.',
  'SDK-5.kinds': 'Text, image, audio, resource and link cross with all their fields.',
  'SDK-5.unknown': 'Content of unknown kinds reaches the conversation as it came.',
  'SDK-5.is-error': 'A result with isError is a failed result for the model, which goes on.',
  'SDK-6': 'A runtime is started before its prompt is there, used once, or closed.',
  'SDK-7':
    'Stored sessions are listed, read, renamed, tagged, archived, forked and deleted without a runtime.',
  'SDK-7.many': 'Thousands of sessions are listed by heads and tails alone.',
  'SDK-7.held': 'A session that another program writes is readable and not deleted.',
  'SDK-8': 'The package gives every type by its name, packed and compiled under strict.',
  'SDK-10': 'Servers of every kind may be mixed; an unknown kind throws before any process starts.',
  'SDK-10.in-process':
    'An in-process server runs here, over the control channel, without a process.',
  'SDK-10.external': 'The runtime connects, lists and calls what is configured.',
  'SDK-10.mixed': 'Servers of every kind go into one query.',
  'SDK-10.stdio-default': 'A server without a type is one of stdio.',
  'SDK-10.kinds': 'An unknown kind throws before any process starts, naming server and kinds.',
  'SDK-10.fields': 'A wrong field of a server is named by its path.',
  'SDK-10.name': 'The key is the name; another name of an in-process server is told.',
  'SDK-10.env': 'Values of env reach the process and no frame.',
  'SDK-10.headers': 'Headers go with every request of http and sse servers, and into no frame.',
  'SDK-10.proxy': 'isProxy is shown in status.',
  'SDK-11': 'Process servers that are not allowed are disabled and never started.',
  'SDK-11.listed': 'Listed process servers connect; others show as disabled.',
  'SDK-11.absent': 'Without a list every server is started.',
  'SDK-11.empty': 'An empty list starts none.',
  'SDK-11.process-only': 'In-process servers are not affected.',
  'SDK-12':
    'Servers of settings and of a trusted folder are added to those of the host; strictMcpConfig adds none.',
  'SDK-12.variables':
    'Variables of such servers are filled in; one that lacks a value is left out and told.',
  'SDK-13': 'tools limits what the model sees and may call.',
  'SDK-13.absent': 'Without tools the model sees all, built in and of servers.',
  'SDK-13.empty': 'An empty list shows no tool.',
  'SDK-13.listed': 'The model sees what is listed and nothing else.',
  'SDK-13.unlisted': 'What is not listed does not run, whatever is allowed.',
  'SDK-13.patterns': 'Names are exact, of a server, or of all tools of a server.',
  'SDK-14.rules': 'Rules are read with their content; what cannot be read is named with its place.',
  'SDK-14.kinds': 'A rule matches calls by what the tool does; deny wins over allow.',
  'SDK-14': 'Tools are allowed and denied by rules, with content where the tool is built in.',
  'SDK-14.pre-approved': 'What is listed runs without a question.',
  'SDK-14.hides-nothing': 'What is not listed is seen all the same, and asked for.',
  'SDK-14.absent': 'Without a list calls go the usual way of the mode.',
  'SDK-14.deny-wins': 'A denied tool does not run, though it is allowed.',
  'SDK-15': 'A control request that is not answered in time is cancelled and rejects.',
  'SDK-16': 'Elicitation is declared when it can be answered and cancelled when nobody answers.',
  'SDK-16.undeclared': 'Nothing is declared when nobody answers.',
  'SDK-16.passed-on': 'A question that only a hook could answer and passes on is cancelled.',
  'SDK-17': 'canUseTool allows, changes the input, or denies.',
  'SDK-17.suggestions':
    'A question offers changes that would make it unnecessary, and only those that would.',
  'SDK-17.updates':
    'An answer changes rules, folders and mode for the session or in a settings file.',
  'SDK-17.context': 'The callback gets all that is known of the call.',
  'SDK-17.deny': 'The model hears why the host denied.',
  'SDK-17.throws': 'A callback that throws or answers nonsense denies.',
  'SDK-18': 'Permission modes decide as written; skipping permissions must be asked for by name.',
  'SDK-18.builtin': 'What each mode lets built-in tools do.',
  'SDK-15.pages': 'A page must be answered within that limit, a form need not.',
  'SDK-19.callbacks-of-end':
    'Callbacks for the end of a session are heard when it is closed, within bounds.',
  'SDK-19': 'Hooks are called by event and matcher.',
  'SDK-19.merge': 'Answers of several hooks are merged by strength, in the order of registration.',
  'SDK-19.matcher': 'A matcher is compared with the whole name.',
  'SDK-19.failure': 'A hook that throws, hangs or answers nonsense is told and allows nothing.',
  'SDK-19.command': 'Commands get JSON on stdin and answer by exit code and stdout.',
  'SDK-19.timeout': 'A command that takes too long is killed with everything it started.',
  'SDK-19.settings': 'Hooks come from settings; mistakes are told by place and hide nothing else.',
  'SDK-19.stop': 'A hook may stop the turn.',
  'SDK-19.end': 'Hooks run at the end of the session.',
  'SDK-20': 'Provider, key, resume and the other options reach the runtime.',
  'SDK-20.own-prices': 'Prices of prices.json in the profile go before the table.',
  'SDK-20.place': 'Tools work in the folder and with the environment of the options.',
  'SDK-20.settings': 'Settings come from files and the option, later ones over earlier ones.',
  'SDK-20.carried': 'Every option reaches the runtime.',
  'SDK-20.key': 'The key comes from the option, the named variable or the usual one.',
  'SDK-20.no-key': 'Without a key nothing starts.',
  'SDK-20.contradictions': 'Options that contradict each other are refused.',
  'SDK-20.stderr': 'Listeners of diagnostics may throw.',
  'SDK-21': 'A wrong option throws at once with the path of the field.',
  'SDK-21.every-option': 'Every malformed option is named by its path, in a sentence.',
  'SDK-21.methods': 'Malformed arguments of methods reject with their path and ask nobody.',
  'SDK-30': 'The methods of a query ask its runtime.',
  'SDK-30.initialization': 'initializationResult() tells what the runtime is and has.',
  'SDK-30.set-model': 'setModel() changes model, provider and key.',
  'SDK-30.models':
    'supportedModels() asks the provider within a limit of time, else tells what is known and why.',
  'SDK-30.context-usage': 'getContextUsage() tells how full the context is.',
  'SDK-31': 'mcpServerStatus() answers at any time from live state.',
  'SDK-31.states':
    'pending, connecting, connected, failed, needs-auth and disabled are told as they are.',
  'SDK-31.pending': 'A server that was registered and not started is pending.',
  'SDK-31.failed': 'A failed server has its reason.',
  'SDK-31.needs-auth': 'A server that wants a sign-in is needs-auth.',
  'SDK-31.disabled': 'A server that was turned off is disabled.',
  'SDK-31.config': 'Configurations are shown without instances and values.',
  'SDK-31.while-running': 'States are told while a turn runs.',
  'SDK-31.never-pushed': 'No message tells of states.',
  'SDK-32': 'Annotations in status are exactly the declared ones.',
  'SDK-32.declared':
    'readOnly, destructive and openWorld are told when they were declared, true or false.',
  'SDK-32.only-declared': 'Nothing is told where nothing was declared.',
  'SDK-32.unsupported': 'idempotentHint and title are taken and not returned.',
  'SDK-32.no-permission': 'What a tool says of itself decides no permission.',
  'SDK-35':
    'App and command share sign-ins: sealed by the keychain, else in a file of mode 0600 behind a lock.',
  'SDK-33': 'mcpAuthenticate() gives one page, or is silent, before the first message.',
  'SDK-33.page': 'A sign-in gives one page, again while it is open.',
  'SDK-33.silent': 'A valid refresh token signs in without a page.',
  'SDK-33.redirect-uri': 'redirectUri replaces the way back.',
  'SDK-33.too-late': 'After the first message a sign-in rejects.',
  'SDK-33.unknown': 'Servers without a sign-in are named.',
  'SDK-34': 'A whole callback address counts once; wrong and replayed ones are refused.',
  'SDK-34.once': 'A callback address counts once; the same again changes nothing.',
  'SDK-34.too-late': 'After the first message no address is taken.',
  'SDK-37':
    'Signing in ends when the server is connected with its tools, or rejects with the reason.',
  'SDK-36': 'Leaving the loop, close() and abort end the session and leave no process.',
  'SDK-36.leave': 'Leaving the loop ends the session and its process.',
  'SDK-36.close': 'close() ends the iteration without an error.',
  'SDK-36.abort': 'An abort ends the iteration with AbortError.',
  'SDK-36.aborted-before': 'What is aborted before it begins does not start.',
  'SDK-36.interrupt': 'An interrupt aborts the callbacks of the turn.',
  'SDK-36.callbacks': 'Callbacks that never settle are aborted and hold nothing up.',
  'SDK-36.in-process': 'Handlers in this process are aborted with the session.',
  'SDK-38': 'Methods may be repeated.',
  'SDK-39': 'The set of servers is fixed while a runtime runs; a change takes a new one.',
  'SDK-40': 'An elicitation request and its answer have the documented shape.',
  'SDK-40.fields': 'A question carries server, message, mode, address, id, schema and names.',
  'SDK-40.form': 'A form’s answer reaches the server, checked.',
  'SDK-40.url': 'A page’s answer carries no content.',
  'SDK-40.signal': 'The signal of the callback aborts when the session ends.',
  'SDK-43.hooks': 'An Elicitation hook may answer.',
  'SDK-41': 'Both modes are declared to servers of both eras.',
  'SDK-41.fallback': 'A server that refuses the modes is told of forms only, which status shows.',
  'SDK-41.declared': 'Servers are told both modes.',
  'SDK-42': 'An address is accepted at once, and its end comes as a message, once.',
  'SDK-42.message': 'elicitation_complete names server and id.',
  'SDK-42.once': 'Unknown ids and those that are done are nothing new.',
  'SDK-43': 'Hooks may answer before the host and change or block its answer.',
  'SDK-43.order': 'Hook, callback, hook, notification: in this order.',
  'SDK-44': 'A call that waits for a person is not timed out.',
  'SDK-45': 'A callback that throws or answers nonsense cancels and the session goes on.',
  'SDK-46': 'OAuth of the runtime asks nobody by elicitation.',
  'SDK-47': 'Questions are served from the handshake on.',
  'SDK-47.before-message': 'A server may ask before any message and outside of calls.',
  'SDK-50': 'Every message has its type, uuid and session id.',
  'SDK-50.order': 'A turn tells of itself in order: user, init, status, stream, assistant, result.',
  'SDK-51': 'A broken runtime is a thrown typed error and nothing pending is left.',
  'SDK-51.start': 'A runtime that cannot start is a RuntimeStartError with path and reason.',
  'SDK-51.before-ready':
    'A runtime that ends before it is ready is a failed start with its last words.',
  'SDK-51.exit': 'A runtime that dies is a RuntimeExitedError with code, signal and last words.',
  'SDK-51.credentials': 'Missing credentials are a CredentialsError.',
  'SDK-51.error-answer': 'An error answer rejects with its code and words.',
  'SDK-51.answer-shape': 'An answer of another shape closes the session.',
  'SDK-51.pending': 'Whatever breaks rejects all that waits and leaves no timer.',
  'SDK-51.elsewhere':
    'A machine that is not reached is a failed start with the words of what should reach it.',
  'SDK-52': 'The final text of a result is typed so that hosts compile with and without narrowing.',
  'SDK-53.malformed': 'A malformed user message is named down to its field and not sent.',
  'SDK-53': 'A user message needs neither uuid nor session id.',
  'SDK-60':
    'The runtime has tools of its own, asked for like any other unless they only read inside the folder.',
  'SDK-60.read':
    'Read gives text by pages with line numbers, pictures and PDFs as parts, and refuses other binary files.',
  'SDK-60.real-path':
    'Paths are decided on where they really lead, and a link changed after the decision is refused.',
  'SDK-60.edit': 'Edit and Write change only what was read and is unchanged since.',
  'SDK-60.edit-form': 'Line ends, byte order mark, encoding and mode of a file stay.',
  'SDK-60.write': 'Write makes folders, keeps other names of a file and leaves no drafts.',
  'SDK-60.glob': 'Glob finds files by the form of their path, newest first, never behind links.',
  'SDK-60.grep': 'Grep searches with ripgrep, and alike without it.',
  'SDK-60.bash': 'Bash runs commands with a limit of time and output, and leaves nothing running.',
  'SDK-60.bash-cwd': 'The working folder stays between commands while it is one of the session.',
  'SDK-60.background':
    'Commands in the background are announced, read, stopped, and end with the session.',
  'SDK-60.web':
    'WebFetch reads public pages as Markdown, checks each address and redirect, and bounds size and time.',
  'SDK-60.todo': 'TodoWrite keeps the list of tasks.',
  'SDK-60.ask': 'AskUser asks the person through the host and takes the chosen answers.',
  'SDK-61': 'Read-only calls of a batch run in parallel, others in order.',
  'SDK-61.read-only': 'Calls that only read run side by side.',
  'SDK-63': 'The guide carries practices and cautions, and its examples compile.',
  'SDK-62':
    'Long tool results are shortened in the conversation, with a marker and the path of the whole.',
  // MCP client
  'MC-1': 'createMCPClient() has every option, default and method of its reference.',
  'MC-1.type-http': '`type: http` speaks Streamable HTTP.',
  'MC-1.type-sse': '`type: sse` speaks HTTP+SSE.',
  'MC-1.transport-start':
    '`start` is called once, before anything is sent; a failure rejects and closes.',
  'MC-1.transport-send': '`send` carries messages; a failure rejects what was sent.',
  'MC-1.transport-close': '`close` is called by close().',
  'MC-1.transport-onclose': '`onclose` ends every call that waits.',
  'MC-1.transport-onerror': '`onerror` reaches onUncaughtError.',
  'MC-1.transport-onmessage': '`onmessage` takes messages of the server.',
  'MC-1.url': '`url` is where requests go.',
  'MC-1.headers': '`headers` go with every request.',
  'MC-1.auth-provider': '`authProvider` gives the token of every request.',
  'MC-1.validate-authorization-server':
    '`validateAuthorizationServerURL` may refuse before metadata is fetched.',
  'MC-1.redirect': '`redirect` is error by default; follow follows.',
  'MC-1.initial-session-id': '`initialSessionId` goes with requests of a session that goes on.',
  'MC-1.initial-protocol-version': '`initialProtocolVersion` is sent until one is negotiated.',
  'MC-1.session-callbacks':
    '`onSessionIdChange`, `onSessionExpired` and `terminateSessionOnClose` do what they say.',
  'MC-1.session-http-only': 'What is about sessions is of effect for `http` only.',
  'MC-1.fetch': '`fetch` carries every request.',
  'MC-1.initialization-options':
    '`initializationOptions` bound start and negotiation and close the transport.',
  'MC-1.names': '`clientName`, `name` and `version` have their defaults and their order.',
  'MC-1.on-uncaught-error': '`onUncaughtError` hears of what reaches nobody else.',
  'MC-1.max-retries': '`maxRetries` is 0 by default and covers tools/call only.',
  'MC-1.initial-initialize-result': '`initialInitializeResult` is used in place of an initialize.',
  'MC-1.capabilities': '`capabilities` are declared in either era.',
  'MC-1.discovery': '`protocolVersionDiscovery` turns the question for the era off.',
  'MC-1.era-store': '`eraStore` remembers the era by address.',
  'MC-1.initialize-result': '`initializeResult` is what the server said.',
  'MC-1.server-info': '`serverInfo` has name, version and title.',
  'MC-1.instructions': '`instructions` are those of the server.',
  'MC-1.tools': '`tools()` makes tools of all definitions.',
  'MC-1.tools-schemas': '`tools({ schemas })` makes those that are wanted, with these schemas.',
  'MC-1.list-tools': '`listTools` gives definitions as they are.',
  'MC-1.call-tool': '`callTool` sends name and arguments.',
  'MC-1.tools-from-definitions': '`toolsFromDefinitions` asks nobody.',
  'MC-1.list-resources': '`listResources` takes a cursor.',
  'MC-1.read-resource': '`readResource` reads by URI.',
  'MC-1.list-resource-templates': '`listResourceTemplates` gives all pages.',
  'MC-1.complete': '`complete` sends ref, argument and context.',
  'MC-1.list-prompts': '`experimental_listPrompts` and `listPrompts` list.',
  'MC-1.get-prompt': '`experimental_getPrompt` and `getPrompt` take arguments.',
  'MC-1.on-elicitation-request':
    '`onElicitationRequest` hands over the question and sends the answer.',
  'MC-1.close': '`close()` ends what waits and may be repeated.',
  'MC-1.options': 'Every request method ends by signal and timeout.',
  'MC-1.errors': 'The four causes are MCPClientErrors.',
  'MC-1.call-tool-error': 'Tool calls that fail on the way are CallToolErrors.',
  'MC-1.example': 'The example runs, with its command in one string.',
  'MC-2': 'All pages of a list are walked, with a cap and a stop on a repeated cursor.',
  'MC-2.cursor': 'A list ends at a cursor that comes again and at the cap of pages.',
  'MC-2.typed':
    'With schemas the ai package gives typed output to the program and what fits to the model.',
  'MC-2.images': 'Images and files of results reach the model of the ai package as such.',
  'MC-3':
    'Errors tell initialization, protocol, connection and tool apart, with code, status and cause.',
  'MC-3.lies':
    'A server that lies is named with the part that is wrong, over every transport, and the connection is kept.',
  'MC-3.salvage':
    'An answer that is whole but for its form is taken, and a refusal without an id reaches the call it came to.',
  'MC-4':
    'Only transient failures of tool calls are retried, as often as the host allows, and never what may have run.',
  'MC-5': 'Redirects are refused, or followed on the same origin with the method kept.',
  'MC-6':
    'Notifications, progress, subscriptions, sampling, roots, cancellation and broken streams are handled.',
  'MC-6.dropped': 'A stream that ends without an answer fails its calls at once.',
  'MC-6.watchdog':
    'A silent stream is looked after: a server that answers nothing is given up in seconds, a busy one is not.',
  'MC-6.busy':
    'A server that answers no question but takes connections is waited for, up to the limit of the call.',
  'MC-6.let-go': 'What was to bring an answer is closed when the call is given up.',
  'MC-6.listeners': 'What listeners of the application throw is told and costs no call.',
  'MC-6.output':
    'Output schemas that a server declares are checked, also after its list has changed.',
  'MC-6.restart': 'A process that crashed is started again by the next use, with growing waits.',
  'MC-6.junk': 'Output that is no message is told and does not stop the server.',
  'MC-6.tree': 'Closing ends the process and all that it started.',
  'MC-6.cancel': 'A request that is given up is cancelled at the server; an abort is no timeout.',
  'MC-6.parallel': 'Many parallel calls with one signal make no warning.',
  'MC-6.real': 'Published servers are used with all that they offer.',
  'MC-6.size':
    'A message is 64 MiB at most on every transport; what goes on without end is cut, named and no harm to the rest.',
  'MC-7': 'Content of every kind reaches the caller.',
  'MC-8': 'The exports bear the names of the reference.',
  'MC-9': 'Names and versions have the defaults of the reference.',
  'MC-10': 'Start and negotiation are bounded and can be aborted.',
  'MC-10.sign-in': 'The time that a person takes to sign in counts for no limit.',
  'MC-11': 'A client goes on with a stored initialize result without asking again.',
  'MC-11.stream': 'A session that is taken up again has its stream of news, as after a handshake.',
  'MC-12': 'An expired session is told, and the next call begins a new one.',
  'MC-13': 'Closing ends the session unless the host keeps it.',
  'MC-14': 'The address of an authorization server is shown to the host before it is asked.',
  'MC-15': 'A modern server has an initialize result of the same shape.',
  'MC-16': 'Tools are typed by given schemas, and their output is checked and typed.',
  'MC-17': 'Lists give one page with a cursor and all pages without.',
  'MC-18': 'Completion is refused before sending where the server has none.',
  'MC-19': 'An elicitation handler takes the one schema and may be synchronous.',
  'MC-20': 'The era is found out, kept, and fallen back from only where that is right.',
  'MC-20.file':
    'What is known of the eras of servers is kept in the profile, with its date, for a week.',
  'MC-20.legacy-asks':
    'A server of both eras asks, samples and tells of changes in the legacy era too.',
  'MC-20.second-start':
    'The second start asks no server for its era; one that changed it is met without an error.',
  'MC-21': 'Modern requests carry what the revision asks for, and rounds of input are answered.',
  'MC-21.time':
    'Work by a schema of a server ends in time: patterns, circles, depth, size; what is not checked is told.',
  'MC-22': 'All legacy revisions and transports work, with and without sessions.',
  'MC-23': 'The conformance suites pass.',
  'MC-30': 'The elicitation subset is exact, and what is unknown becomes a plain field.',
  'MC-31': 'Answers are checked against the schema; untouched defaults are sent.',
  'MC-32': 'Url elicitation is offered, then the same call is made again.',
  // The models
  'MODEL-1':
    'The offline model calls the tool that the prompt names, with arguments that fit its schema.',
  'MODEL-1.steps':
    'Steps of one message are taken in order; words such as “it” stand for what the step before was about.',
  'MODEL-2':
    'The offline model never calls a tool that is not visible and asks for what is missing.',
  'MODEL-3':
    'The offline model never claims to be a language model and summarises results honestly.',
  'MODEL-4': 'The Anthropic protocol: streamed text, tool calls, errors, limits, cut streams.',
  'MODEL-5':
    'The OpenAI-compatible protocol: streamed text, tool calls, errors, limits, cut streams.',
  'MODEL-7': 'OpenAI’s own protocol: streamed text, tool calls, errors, and nothing kept there.',
  'MODEL-8': 'Google’s protocol: streamed text, tool calls with their signatures, errors.',
  'MODEL-9': 'What a person says of a model goes to its provider in that provider’s words.',
  'MODEL-6': 'The test of a provider shows its real answer and never the key.',
  // Desktop
  'UI-0':
    'Languages, themes, contrast, density: the person’s choice, else the system’s, in every page and in main’s own.',
  'UI-0.texts': 'All texts are there in English, Japanese and Korean, and tell the same.',
  'UI-0.language':
    'The language is chosen or the system’s; a change holds at once, in menus and dialogs as well.',
  'UI-0.contrast': 'High contrast is chosen or the system’s, in the questions of main as well.',
  'UI-0.density': 'A compact density is chosen.',
  'UI-1.titles':
    'A session is named by its model in the background, never over a name by the person.',
  'UI-63':
    'Everything that is kept is shown with its size and place, backed up, exported and deleted.',
  'UI-63.sizes':
    'What is kept is shown by part, with size and place; so is what stays after an uninstall.',
  'UI-63.backup':
    'A backup holds what the person has and nothing secret or trusted, and can be restored.',
  'UI-63.restore':
    'Restoring adds what is not there, keeps aside what it replaces, asks in main first, and trusts nothing by itself.',
  'UI-63.export': 'All sessions are exported into one file.',
  'UI-63.delete': 'What is deleted for good is asked for by main; what is not Parley’s own stays.',
  'UI-63.trash': 'Deleted sessions are listed and can be put back.',
  'UI-1': 'Sessions, the open session and a panel in one window.',
  'UI-1.list':
    'The list of sessions has pinned ones and groups, shows what each needs, and works by keys.',
  'UI-1.pages': 'The list of sessions is read by pages and followed by changes.',
  'UI-1.archive': 'Archived sessions are out of the way and can be taken back.',
  'UI-1.rename': 'A title is written in its row; one of the person’s own is never replaced.',
  'UI-1.unread': 'A session whose turn ended unseen is unread until it is looked at.',
  'UI-1.outside': 'Sessions that others delete or bring are noticed.',
  'UI-18': 'Quitting asks while a turn runs.',
  'UI-18.go-on': 'A turn that was cut off is gone on with, or asked again, by one button.',
  'UI-18.held': 'A session that another program holds is followed, and free again by itself.',
  'UI-18.restart':
    'A turn that was cut off is told as interrupted in the list, without opening it.',
  'UI-19.export': 'A session is exported as Markdown, JSON or inert HTML, secrets left out.',
  'UI-19.import': 'A file is imported as a new session, or refused with the reason.',
  'UI-19.menu': 'A session is pinned, forked and exported from its menu, and what fails is said.',
  'UI-19.delete': 'Deleting asks, takes everything of the session along, and can be undone.',
  'UI-1.search':
    'Sessions are found by the words of their titles and messages, in languages without spaces as well.',
  'UI-3': 'The inbox holds what waits in all sessions, newest first, answerable there.',
  'UI-2.keys':
    'Every action has its keys in one list, by what is typed or by the place of the key; the person changes them, none or several.',
  'UI-2.palette':
    'The palette finds every action, session, server, tool, model, mode and page of settings, and runs it by keyboard.',
  'UI-2.shortcuts':
    'Shortcuts are listed, found by words or keys, changed by pressing others, and conflicts are told; one or all go back.',
  'UI-2.menu': 'The menu bar follows the platform, shows the keys that hold and what is possible.',
  'UI-3.notice': 'A click on a notice of the system leads to what waits.',
  'UI-3.call':
    'Who looks elsewhere is called once for what waits or ended, without arguments, and not where it is turned off.',
  'UI-3.filter': 'The inbox is filtered by kind, and moved through by keys.',
  'UI-3.past': 'What was answered and which turns failed in this run is in the inbox.',
  'UI-6.field': 'A question about a tool never takes the focus from a text field, empty or not.',
  'UI-7.menu': 'A right click edits, copies, opens links past the question, and corrects words.',
  'UI-7.zoom': 'The page is made larger and smaller, and stays so.',
  'UI-7.log': 'The log of the app is shown.',
  'UI-7.report': 'A report for whoever helps holds states and the log, and no secret.',
  'UI-62':
    'Tray and start at login are off until they are turned on, and honest where they cannot be.',
  'UI-62.host':
    'A closed window is put where the person can bring it back from, also where the desktop shows no tray.',
  'UI-62.quick': 'Keys of the system bring an empty message, where the system gives them.',
  'UI-6': 'Nothing takes the focus from a text field; dialogs open over their own session alone.',
  'UI-6.reload': 'What waits for the person outlives a reload of the window, or is cleanly gone.',
  'UI-4':
    'Who is new gets three steps, each of which can be skipped, once; they can be shown again.',
  'UI-4.model': 'The first step leads to a provider or to working without one.',
  'UI-4.servers': 'The second brings along servers that were found on this computer, turned off.',
  'UI-4.prompt': 'The third puts a prompt into the composer and sends nothing.',
  'UI-5': 'Errors are sentences with the real text behind them.',
  'UI-10.send': 'Enter sends, never while composing; Shift-Enter is a new line.',
  'UI-10.ime': 'Enter and Escape are left to an input method in every field of the app.',
  'UI-10.history': 'ArrowUp in an empty composer brings back what was sent.',
  'UI-10.attach':
    'Images, text and PDF are attached by paste, drop and picker, within limits that are said.',
  'UI-10.mention':
    '@ offers files of the folder, servers, resources and templates; what is chosen goes with the message as what it is.',
  'UI-10.command':
    '/ offers commands and prompts of servers with their arguments; the person sees what comes of it before it is sent.',
  'UI-10.drafts': 'Text and files of a message that is not sent are there after a restart.',
  'UI-11.queue': 'Messages that wait are seen, changed and taken out.',
  'UI-11.now': 'A message that waits is sent now and interrupts the turn.',
  'UI-12': 'Assistant text is streaming Markdown without raw HTML.',
  'UI-13': 'A tool card shows server, hints, state, exact arguments and result.',
  'UI-12.code': 'Code has the colours of its language, also while it grows.',
  'UI-12.copy': 'A selection or an answer is copied as text and as HTML.',
  'UI-12.diagram': 'Diagrams are drawn in a frame without origin, network or bridge.',
  'UI-12.math': 'Formulas and footnotes are read; amounts of money are not formulas.',
  'UI-12.thoughts': 'Thoughts are folded, with how long they took.',
  'UI-13.views':
    'A result is shown in the form it has: change, command, tasks, tree, or a viewer for long ones.',
  'UI-13.nested': 'What a sub-agent does stands below its call, with its progress and its end.',
  'UI-13.attachments': 'Images and files of a message are shown with it.',
  'UI-14.here': 'A message is asked again in place after a word on how many messages go.',
  'UI-14.fork': 'A message is asked again in a fork, and the session stays as it is.',
  'UI-13.bench': 'A call of a server’s tool is opened in the bench with its arguments.',
  'UI-14.answer': 'An answer is asked for again, and a session forked at it.',
  'UI-14.rewind':
    'Files go back to before a message, after a preview of what goes back and what cannot; it can be taken back.',
  'UI-15.jump': 'A message that was found is shown in its session, and marked.',
  'UI-64.branch': 'The session shows the branch of its folder.',
  'UI-64.changes': 'Files that the session changed are listed with what changed, and reverted.',
  'UI-14.retry': 'A turn that failed is tried again.',
  'UI-15.stick': 'The transcript follows its end only while it is at the end.',
  'UI-15.pages':
    'A session is read by pages, each of which stands for itself; it opens with the newest.',
  'UI-15.find': 'Find in a session searches all of it, what is not loaded too.',
  'UI-16': 'How full the context is, and what turn and session cost, is shown; unknown as unknown.',
  'UI-16.tools':
    'The tools of the next request are told with their cost, and those that it does not carry with the reason.',
  'UI-16.spent': 'Tokens and cost of turn and session are told; what is not known is not guessed.',
  'UI-17.tools': 'In a folder that is trusted the agent works on its files, after questions.',
  'UI-17':
    'Providers are set up in settings, with their key in the keychain and a test that shows the real answer.',
  'UI-17.known':
    'Of a provider is shown whether its key is there, how it ends, and what its last test said.',
  'UI-17.models':
    'Models are listed by the provider or typed; one that is listed no more is marked and stays until it is taken out.',
  'UI-17.local':
    'Ollama and LM Studio are looked for on this computer when the person asks, and nowhere else.',
  'UI-17.settings': 'What a person says of a model is kept, checked, shown and sent.',
  'UI-17.order': 'Providers are put in an order of one’s own.',
  'UI-17.instructions':
    'Instructions of the person and of a session are kept and reach the model from the next turn on.',
  'UI-17.schema':
    'What was changed of a tool’s schema for each kind of provider is shown, and why a tool is left out.',
  'UI-16.prices':
    'Prices come from a dated table and can be changed; what is unknown is shown as unknown.',
  'UI-17.trust': 'Trust that is taken back holds from the next message on.',
  'UI-17.gone': 'A model that is gone is said so where one writes, and replaced by choice alone.',
  'UI-17.mode': 'The permission mode of a session is chosen, kept, and holds at once.',
  'UI-30': 'The list of servers shows live state, reason and last exchange.',
  'UI-30.counts':
    'Resources, templates and prompts are listed and counted, again when they change.',
  'UI-30.settings':
    'What is set about a server beside its definition stands on a tab of its own, changes at once, and is asked about where it changes what runs.',
  'UI-30.refuses':
    'What a server may not ask is neither offered to it nor answered, from the change on.',
  'UI-30.identity': 'Nothing of a former definition is shown under a new one.',
  'UI-31.signature': 'The signature of a bundle is checked, and who signed it is said.',
  'UI-31.update':
    'Another version of a bundle takes the place of the one there is, with its grants, settings and values, after main’s question; it says what changes.',
  'UI-31.update-files':
    'The files of the version before are removed once the new one has connected, and stay while it fails.',
  'UI-31.per-session': 'A server may be one for each session, as long as that is open.',
  'UI-31.folder':
    'Servers of the files of a trusted folder are servers of that folder, as the files say, until the person changes them.',
  'UI-31.scope':
    'A server of a folder is offered to the sessions that work there, and to no others.',
  'UI-31':
    'A server is added by form, paste, import, link, registry or bundle; what is understood and what is wrong is said as one types.',
  'UI-33.form': 'A server is edited as a form and as JSON, one truth for both.',
  'UI-33':
    'Definitions can be edited as JSON; mistakes have a line and a column, and one broken entry hides no other.',
  'UI-32.choice': 'Each value that is typed may go to the keychain or stay in the file.',
  'UI-32.move': 'Secrets that lie in the file move to the keychain when the person asks for it.',
  'UI-32.stored': 'Variables in stored values are checked like typed ones.',
  'UI-32':
    'Variables are replaced when a server starts; a missing one is a named error before anything starts.',
  'UI-34': 'Each tool is turned on or off, and asked for, allowed or denied.',
  'UI-34.many': 'More tools than a provider takes are told before any is left out.',
  'UI-34.off': 'A tool that is turned off is hidden from models at once and over restarts.',
  'UI-34.new': 'Tools that came later are marked until the person has seen them.',
  'UI-35.retrust': 'Trust in hints ends when the definition changes.',
  'UI-34.always': 'What is allowed or denied always holds over restarts, in every session.',
  'UI-34.cover':
    'An approval covers a tool, a tool with exactly these arguments, or a server for a session.',
  'UI-34.trust': 'Hints of a server count only once the person trusts them, as corrected by hand.',
  'UI-35': 'Each hint has three states: declared true, declared false, not declared.',
  'UI-35.risk': 'Hints may add a question; where they contradict the riskier answer counts.',
  'UI-36':
    'A failed start says command, path, folder, exit code and last stderr lines, and offers what to do.',
  'UI-37': 'The log of a server is shown as it came, secrets redacted.',
  'UI-37.traffic': 'Every message with direction, time, size, and the answer to each request.',
  'UI-37.secrets': 'No secret is kept of messages, by its value, its name or its shape.',
  'UI-37.bounds': 'Messages are kept in bounded number and size.',
  'UI-37.view':
    'Messages are paired, filtered, held back while paused, and only those near the view drawn.',
  'UI-37.deep':
    'A message that is nested too deeply to be written ends its request in the traffic all the same.',
  'UI-37.export': 'The traffic is written, redacted, to a file that the person chose.',
  'UI-38': 'A person calls tools, reads resources and fills prompts of a server by hand.',
  'UI-38.call':
    'A call has an id at once, tells progress, can be cancelled, and its result comes in parts.',
  'UI-38.mismatch': 'What does not fit the output schema is shown, marked at its place.',
  'UI-38.schemas': 'Any schema gives a verdict in bounded time; nothing is fetched.',
  'UI-38.form':
    'Any input schema gives a form over the same value as JSON; what is untouched is not sent.',
  'UI-38.viewers': 'Content of every kind is shown; nothing is loaded, nothing runs.',
  'UI-38.resources': 'Resources and templates are listed and read.',
  'UI-38.prompts': 'Prompts are filled by a form whose fields complete.',
  'UI-38.subscribe': 'A watched resource is read again as it changes, over restarts of its server.',
  'UI-38.saved': 'Saved calls are on disk and can be run again.',
  'UI-38.connection':
    'The person has a ready connection to a server, brought back when it was lost.',
  'UI-44': 'An app of a tool is shown in a frame that reaches no page, no storage and no network.',
  'UI-44.read': 'An app is read from its server when it is one, else refused with the reason.',
  'UI-44.policy': 'The policy of an app names itself and what it declared, nothing else.',
  'UI-44.bridge': 'An app gets its own call and nothing else; addresses are opened by the person.',
  'UI-44.chat':
    'A call’s app is shown in its card: of a call that ends now by itself, of one before after a click.',
  'UI-44.call':
    'An app calls tools of its own server by the rules for calls, and its words are drafts.',
  'UI-44.place': 'An app lies over its place alone, under what covers that, and ends with it.',
  'UI-44.bounds': 'Apps that flood, stay silent, send too much or are too many are bounded.',
  'UI-44.modes':
    'An app fills the window when the person wants it or is in it, where it says that it can, under a bar that leads back.',
  'UI-44.files':
    'A file of an app is saved where the person says; what else it names is refused in words and is not declared.',
  'UI-44.frames':
    'An app shows pages of origins that it declares in frames of its own, and no others.',
  'UI-44.audience':
    'Tools for apps only are not the model’s, tools for models only are not the apps’.',
  'UI-44.size': 'An app takes from no height to a limit.',
  'UI-40.owner': 'A question belongs to the call that caused it, or to all that may have.',
  'UI-40.clock': 'The clock of a call stands still while a person is asked.',
  'UI-40.withdrawn': 'A question goes away with the call that it belongs to.',
  'UI-40.declared': 'Questions are offered to servers only where somebody answers.',
  'UI-40.hooks':
    'Hooks of a session see the questions of its servers before the person does, and may answer them.',
  'UI-41.required':
    'An address that must be visited first is asked for, then the same call is made again.',
  'UI-43.owner': 'A request for a model’s answer names the session.',
  'UI-43.roots': 'Roots are the folders of the sessions; servers are told of changes.',
  'UI-41.proposal': 'A command or a change of a file is shown as such before it is allowed.',
  'UI-41':
    'An address of a server is shown whole with its real domain, opened only by consent, and followed by “I am done”.',
  'UI-43':
    'Sampling asks with the whole prompt, shown and editable; roots follow the folders of the sessions.',
  'UI-39.flow':
    'A sign-in is started, waits with its time, is given up or ends, and connects the server.',
  'UI-39.screen':
    'State, account and the page that waits are shown with what can be done about them.',
  'UI-39.real':
    'A sign-in works through a real browser, keychain and message bus, by our links and by a local address.',
  'UI-39.url': 'The address of the page can be taken to any browser and opened again.',
  'UI-39.session': 'A sign-in in the middle of a session takes effect as an announced change.',
  'UI-39.accounts':
    'A server has several accounts; each is signed in, used and forgotten for itself.',
  'UI-39.client':
    'A client that was registered by hand is asked for, kept with its secret, and never replaced.',
  'UI-39.redirect': 'The way back of a sign-in can be chosen, also while its page waits.',
  'UI-39.failures': 'Each reason why a sign-in fails has its own sentence.',
  'UI-39.consent': 'No sign-in page opens before main has shown server, page, issuer and way back.',
  'UI-60.real':
    'The system hands a link to the running app by its own registration, and to one that starts.',
  'UI-60.argv':
    'A link is found wherever it stands among the arguments; what is not known is left.',
  'UI-60.once': 'A link is delivered once, also when it comes before the window.',
  'UI-60.handler': 'The app takes over its own links when asked, and nothing else.',
  'UI-40':
    'A server’s form: fields by its schema, checked while one types, secrets masked and never stored; send, decline and cancel apart.',
  'UI-42': 'What was approved of a tool is kept and compared, and all grants can be seen.',
  'UI-42.pin': 'A tool that changed after it was approved is asked for again, with the difference.',
  'UI-42.ledger': 'Every grant is listed with scope, origin and use, and can be revoked.',
  'UI-60.instance': 'A profile has one instance; the second start brings the first to the front.',
  // The main job
  'JOB-1':
    'Add a server, start a session, allow a tool, see its card finish and the answer stream in.',
  'JOB-1.keyboard': 'The main job needs no mouse.',
  'JOB-2': 'A denied call is told to the model.',
  'JOB-3': 'After a restart the session is in the list and opens with everything in it.',
  'JOB-4':
    'A runtime killed in the middle of a turn is said in the session, which takes the next message.',
  'JOB-5': 'A provider that answers 401 ends the turn with the provider’s words.',
  // Security
  'SE-1': 'Every web contents is sandboxed and isolated.',
  'SE-2':
    'The page comes from its own scheme under a strict policy; traversal is 404; the page has no network.',
  'SE-3': 'Navigation, windows and permissions are denied.',
  'SE-4': 'The page has two functions; every call is checked; hostile payloads are refused.',
  'SE-5.provider':
    'Conversations go to an address that main has asked for, and nothing of a provider changes by the page alone.',
  'SE-5.bench': 'No page makes a server do something without a key press or click.',
  'SE-5':
    'No call of the page starts or adds a server, opens an address or approves a tool by itself.',
  'SE-6':
    'The packed app has its fuses set: no Node mode, no options, no inspector, nothing outside its archive.',
  'SE-10':
    'Only https, or http on loopback, is ever opened, and what is opened is the re-serialised address.',
  'SE-11': 'An image elsewhere is loaded when the person wants it, after a question for its host.',
  'SE-12': 'Private and loopback addresses are told apart in every notation.',
  'SE-13.filter': 'Requests of an app pass a filter and a proxy that know what it declares.',
  'SE-13': 'MCP apps reach what they declared at most.',
  'SE-20': 'Model text renders without raw HTML, handlers or foreign schemes.',
  'SE-21': 'Hidden characters in names, arguments and results are shown.',
  'SE-30': 'Trust is bound to the hash of the whole definition; a change asks again.',
  'SE-31': 'The consent view shows the exact command and arguments; its default is Cancel.',
  'SE-32.tools':
    'Tools for files and commands are there in folders that are trusted, and nowhere else.',
  'SE-32.servers': 'Servers that a folder brings count only once the folder is trusted.',
  'SE-32.desktop-servers':
    'The app reads the servers of a folder only once it is trusted and starts each after its own question.',
  'SE-32.command':
    'The command starts and trusts nothing that was not agreed to, and takes an agreement back.',
  'SE-32.desktop':
    'The app asks about a folder that brings something, says what that can run, and shares the answer with the command.',
  'SE-32.settings':
    'Settings, hooks and environment of a folder are not used before it is trusted.',
  'SE-34.paths':
    'Server definitions, hooks, start-up files and Git hooks are known in every spelling.',
  'SE-34.decision':
    'Writing there needs a prompt of its own, whatever rule, hook or mode there is.',
  'SE-33':
    'Arguments arrive byte for byte, no shell parses them, the environment is an allow-list.',
  'SE-35.latest':
    'The latest version of a package is looked up when the person asks, and pinned by a press.',
  'SE-35': 'A package without a version is flagged.',
  'SE-40': 'Grants are keyed by server id and tool; what was approved is what is sent.',
  'SE-40.before': 'What holds always is on disk before the call runs.',
  'SE-40.edited': 'Edited arguments are checked and shown again, and exactly they are sent.',
  'SE-40.session': 'A grant for the session holds for that tool of that server in that session.',
  'SE-41': 'An answer counts only for the prompt and the arguments that were shown.',
  'SE-42.commands': 'A rule covers one plain command that runs nothing else.',
  'SE-42.deny': 'A rule that forbids finds its command anywhere, and asks where it cannot tell.',
  'SE-42.paths': 'Path rules decide on the real path and relation.',
  'SE-42.property': 'No generated command or path gets past a rule.',
  'SE-43': 'Hints that are not trusted never remove a question.',
  'SE-50': 'Keys are encrypted by the system, or kept in memory where it cannot.',
  'SE-50.move': 'What was in a file is in the keychain alone once it was moved.',
  'SE-50.tokens':
    'Sign-ins are sealed by the keychain, those of a plain file move there, and without one they are in memory unless the person chooses the file.',
  'SE-50.keychain-real':
    'With a keyring on a real message bus a key is encrypted on disk and survives a restart.',
  'SE-51': 'Secrets are redacted in main’s log and never reach the page.',
  'SE-52':
    'A local listener is bound to loopback, checks Host and a secret, serves one request, closes.',
  // Sign-in to MCP servers
  'OA-1':
    'Discovery goes in the fixed order, takes the issuer to the letter, wants S256, and assumes nothing where metadata exist.',
  'OA-2':
    'The client is the configured one, the hosted document, a registration or what a person says, in that order.',
  'OA-3':
    'Resource, state and sender of an answer are checked; a foreign sender’s words are not shown.',
  'OA-4': 'Scopes follow the challenge, grow by union, and cause three authorizations at most.',
  'OA-5': 'Credentials belong to server, issuer, resource and account, and go to no other issuer.',
  'OA-6':
    'A token is renewed once for all callers and programs, stored before use, dropped only when it is spent.',
  'OA-7': 'Addresses from metadata pass one gate, again as they connect and at each redirect.',
  'OA-8': 'The answer comes by custom protocol, loopback address or pasted, and counts once.',
  'OA-9':
    'Sign-out revokes; clients prove themselves as registered; grants without a person and proofs of possession work.',
  // Reliability
  'RE-4': 'The search index is disposable: missing, broken or old, it is made anew.',
  'RE-4.follow': 'The search index follows what is written, cut, replaced and deleted.',
  'RE-2.sessions':
    'Empty files, folders in their place and very large records keep no session from the others.',
  'RE-2.index': 'What damage left of a transcript is still found.',
  'RE-1.kill':
    'A runtime that is killed at any moment of a turn has lost nothing it told, and nothing runs twice.',
  'RE-1.trash': 'A deletion that was cut off leaves the session whole.',
  'RE-1.first':
    'The first message of a session is there after a kill, before anything was recorded.',
  'RE-1.rerun': 'A message that is asked again in place is on disk before its turns are taken off.',
  'RE-2.lock': 'A folder in the place of a lock ends the wait for it.',
  'RE-2.cut': 'What is damaged around a message loses nothing when it is taken off.',
  'RE-2': 'Damaged settings are survived and shown.',
  'RE-3.settings':
    'Whichever call a disk refuses, settings are the old or the new ones, in the file and in force, without litter.',
  'RE-3.cut': 'A message is taken off a transcript whole or not at all.',
  'RE-3.append':
    'An append that a disk refuses is taken back; what was taken before and comes after is there.',
  'RE-3.full': 'A disk that is really full keeps the old file, and what was refused is told.',
  'RE-3': 'A disk that refuses keeps the old file, and it is said.',
  'RE-5.migration':
    'A file of an earlier version is copied before it is brought up to now; where that fails it stays as it was.',
  'RE-5': 'An older app refuses to write newer data.',
  'RE-10': 'Stop, quit, crash and kill leave no child alive.',
  'RE-10.failed-start': 'A server that fails to start leaves no process, however often.',
  'RE-10.sessions': 'Processes of a session end with it, over any number of sessions.',
  'RE-11.comeback': 'A server that was lost comes back by itself, with growing pauses.',
  'RE-11.crash-loop':
    'A server that ends again and again is started five times a minute at most, then only by the person.',
  'RE-11.cancel': 'A start is waited for beside everything else and can be given up.',
  'RE-11.isolated': 'Calls of one session do not touch those of another.',
  'RE-22': 'A failure on the way degrades a server, says why, and is over with the next exchange.',
  'RE-22.probe': 'Where the way to a server failed it is tried again by itself, and not for ever.',
  'RE-22.no-answer': 'A call without an answer is said until the next exchange.',
  'RE-22.first': 'An address that could not be reached at first is asked again when it is needed.',
  'RE-22.post-only': 'A server without a stream of its own works, however it says so.',
  'RE-11':
    'A server that is missing, exits, prints junk or never answers has a named state with the reason.',
  'RE-11.missing': 'A command that does not exist is named, with the folders searched.',
  'RE-11.exits': 'A server that exits at once is failed, with its last stderr lines.',
  'RE-11.junk': 'Junk on stdout is collected and does not stop the server.',
  'RE-11.silent': 'A server that never answers is failed after its limit.',
  'RE-11.throws': 'A tool that throws is a failed result that the model sees.',
  'RE-11.unknown-content': 'A result of an unknown kind is kept and shown.',
  'RE-12': 'A runtime or window that dies keeps the session.',
  'RE-12.hang': 'A page that hangs is offered to be loaded again, until it answers.',
  'RE-12.renderer': 'A window that reloads shows the same sessions, text and prompts.',
  'RE-13': 'The login shell’s PATH is used where the app started with a poor one.',
  'RE-13.nvm': 'The order of the shell’s PATH is kept, so that npx and node are of one folder.',
  'RE-13.extra': 'Folders where installers put programs are searched last.',
  'RE-13.windows': 'On Windows a command is found by its name without an ending.',
  'RE-30':
    'One renewal for ten calls and for several programs; dead servers, kills and clock jumps log nobody out.',
  'RE-20.silent':
    'Silence is looked into: lost connections are told in seconds, slow answers are waited for.',
  'RE-20.endless':
    'Bodies without end are cut at a limit, with an error that names server and limit.',
  'RE-20': 'A provider or server that fails on the network is named, and retries are bounded.',
  'RE-31': 'A locked, absent or changed keychain loses nothing.',
  'RE-40':
    'Answers to sign-ins arrive exactly once; wrong, replayed and expired ones are dropped; two profiles run side by side.',
  'RE-51': 'Properties hold for generated input.',
  'SET-1': 'A corrupt settings file is kept aside, defaults are used, and it is said.',
  'SET-1.shared': 'What runtimes keep in the settings file is carried over at each write.',
  'SETUP-1': 'Set-up is repeatable and says in one sentence what is missing.',
  // Performance
  'PF-2':
    'Calls over HTTP skip what the built-in fetch does around them, and send and receive the same.',
  'PF-11': 'The first screen loads at most 600 KB of script.',
} as const satisfies Readonly<Record<string, string>>;

export type RequirementId = keyof typeof requirements;
