import type { chat as english } from '../en/chat.ts';
import type { Translation } from '../translation.ts';

const modelFailure = (status: number | undefined): string =>
  status === undefined
    ? '모델 서비스가 응답하지 않았습니다.'
    : `모델 서비스의 응답: ${String(status)}.`;

export const chat: Translation<typeof english> = {
  transcript: '대화',
  loading: '세션을 여는 중',
  openFailed: '세션을 열지 못했습니다.',
  tryAgain: '다시 시도',
  fromYou: '나',
  fromAgent: '답변',
  stoppedHere: '여기서 중지됨',
  thinking: '생각 중',
  thought: '생각',
  thoughtFor: (duration) => `${duration} 동안 생각함`,
  jumpToLatest: '최신으로 이동',
  pageFailed: '이전 메시지를 불러오지 못했습니다.',
  find: '세션에서 찾기',
  findPlaceholder: '이 세션에서 찾기',
  findNext: '다음',
  findPrevious: '이전',
  findClose: '닫기',
  findNone: '찾지 못함',
  findCount: (position, total, isCut) =>
    isCut
      ? `${String(total)}개 이상 중 ${String(position)}번째`
      : `${String(total)}개 중 ${String(position)}번째`,
  findFailed: '세션에서 찾지 못했습니다.',
  foundShown: '찾은 메시지를 표시하고 있습니다',
  foundFailed: (reason) => `찾은 메시지를 표시하지 못했습니다. ${reason}`,
  foundGone: '찾은 메시지가 이 세션에 더 이상 없습니다.',
  copyMessage: '메시지 복사',
  readOnly: (holder) =>
    `${holder}이(가) 이 세션에 쓰고 있습니다. 읽을 수는 있으며, 여기서 계속하려면 그쪽을 닫으세요.`,

  composerRegion: '작성',
  composer: '메시지',
  placeholder: '답장 입력',
  placeholderRunning: '답장을 입력하세요. 실행 중인 동안에는 대기열에 들어갑니다',
  placeholderWaiting: '답장을 입력하세요. 기다리는 동안에는 대기열에 들어갑니다',
  placeholderReadOnly: '이 세션은 여기서 읽기 전용입니다',
  send: '보내기',
  stop: '중지',
  queue: '대기 중인 메시지',
  queueNote: '이 턴이 끝나면 보냅니다',
  queuedStill: '아직 보내지 않았습니다. 다음 메시지보다 먼저 보냅니다',
  sendFailed: '메시지를 보내지 못해 입력란에 되돌렸습니다.',
  stopFailed: '턴을 중지하지 못했습니다.',

  model: '모델',
  modelOf: (name) => `모델: ${name}`,
  offlineModel: '오프라인(모델 없음)',
  offlineGroup: '모델 없음',
  offlineNote: '규칙에 따라 도구 실행',
  missingModel: (id) => `${id} (없어짐)`,
  keyMissing: '보관된 키 없음',
  chooseModelFailed: '모델을 변경하지 못했습니다.',
  offlineExplained: '오프라인 규칙은 도구를 실행하지만 글을 쓰거나 추론하지 않습니다.',
  addProvider: '공급자 추가',

  startTitle: '무엇을 작업할까요?',
  startPlaceholder: '내용을 입력하세요',
  tryNotes: '메모 서버로 시험해 보기',
  suggestions: {
    write_note: {
      prompt:
        'write_note를 name="first-steps" text="Parley는 전용 폴더에 메모를 보관합니다."로 사용해 주세요',
      label: '메모를 써서 저장',
    },
    list_notes: { prompt: 'list_notes 도구로 메모 목록을 보여 주세요', label: '메모 목록' },
    read_note: {
      prompt: 'read_note 도구를 name="first-steps" 인수로 사용해 주세요',
      label: '그 메모 다시 읽기',
    },
  },

  working: '작업 중',
  writing: '쓰는 중',
  waitingForServers: '서버를 기다리는 중',
  requesting: '모델을 기다리는 중',
  runningTool: (title) => `${title} 실행 중`,

  tools: '도구 호출',
  toolStates: {
    pending: '시작 전',
    waiting: '확인 대기',
    running: '실행 중',
    ok: '완료',
    error: '실패',
    denied: '거부',
    interrupted: '중단',
  },
  toolFailed: '도구가 이유 없이 실패했습니다.',
  toolDenied: '이 호출은 거부되었고 모델에 알렸습니다.',
  toolInterrupted: '호출이 끝나기 전에 턴이 끝났습니다. 효과가 있었는지는 알 수 없습니다.',
  progressOf: (value, total) => `${String(total)}개 중 ${String(value)}개`,
  moreCalls: (count) => `${String(count)}단계`,
  subAgent: '하위 에이전트가 한 일',
  exitCode: (code) => `종료 코드 ${String(code)}`,
  changes: '변경 사항',
  output: '출력',
  tasks: '작업',
  taskStates: { pending: '할 일', in_progress: '진행 중', completed: '완료' },
  openViewer: '뷰어에서 열기',
  viewerTitle: (tool) => `${tool}의 결과`,
  closeViewer: '닫기',
  lines: (count) => `${String(count)}줄`,
  runInBench: '벤치에서 다시 실행',
  tree: '트리',
  result: '결과',
  arguments: '인수',
  raw: '원본',
  view: '표시할 내용',
  copyJson: 'JSON으로 복사',
  noArguments: '인수 없음',
  argumentsChanged: '인수 변경됨',
  noResult: '도구가 아무것도 돌려주지 않았습니다.',
  structured: '구조화된 내용',
  imageOf: (tool) => `${tool}의 이미지`,
  imageRefused: '여기에 표시할 수 없는 이미지',
  unknownContent: (kind) => `“${kind}” 종류의 내용을 그대로 표시합니다`,

  prompt: '권한',
  allowQuestion: '{server}의 {tool}을(를) 허용할까요?',
  allowQuestionOwn: '{tool}을(를) 허용할까요?',
  askAnnouncement: (tool, server) =>
    server === undefined
      ? `허용이 필요합니다: ${tool}.`
      : `허용이 필요합니다: ${server}의 ${tool}.`,
  position: (position, total) => `${String(position)} / ${String(total)}`,
  next: '다음',
  hintsOf: '도구의 선언',
  allowFor: '허용 범위',
  once: '이번만',
  thisSession: '이 세션',
  deny: '거부',
  allowOnce: '이번만 허용',
  allowSession: '세션 동안 허용',

  imagePlaceholder: (alt) =>
    alt === '' ? '이미지, 불러오지 않음' : `이미지, 불러오지 않음: ${alt}`,
  imageHost: (host) => `${host}, 크기 모름`,
  loadImage: '이미지 불러오기',
  copyCode: '코드 복사',
  wrapLines: '줄 바꿈',
  plainCode: '코드',
  showSource: '소스',
  showDiagram: '다이어그램',
  diagram: '다이어그램',
  diagramDrawing: '다이어그램을 그리는 중',
  diagramFailed: '다이어그램을 그리지 못했습니다.',
  footnote: (label) => `각주 ${label}`,
  fileOf: (name, kind) => (name === '' ? kind : `${name} · ${kind}`),
  unnamedFile: '파일',
  unnamedImage: '이미지',
  openLink: (url) => `${url} 열기`,
  linkFailed: '주소를 열지 않았습니다.',

  retry: (status, attempt, max, seconds) =>
    `${modelFailure(status)} ${seconds} 뒤에 다시 시도합니다(${String(max)}회 중 ${String(attempt)}회).`,
  retried: (status, attempt) => `${modelFailure(status)} ${String(attempt)}회 다시 시도했습니다.`,
  runtimeExited: (reason) =>
    `턴 도중에 이 세션의 프로세스가 종료되었습니다. ${reason} 지금까지의 내용은 남아 있으며, 다음 메시지에서 다시 시작합니다.`,
  runtimeNotStarted: (reason) =>
    `이 세션의 프로세스를 시작하지 못했습니다. ${reason} 메시지는 남아 있으며 다음 메시지보다 먼저 보냅니다.`,
  transcriptRepaired: '대화 기록을 열 때 복구했습니다.',
  transcriptKeptIn: (file) => `읽지 못한 부분은 ${file}에 보관했습니다.`,
  toolsAdded: (names) => `추가된 도구: ${names}.`,
  toolsRemoved: (names) => `없어진 도구: ${names}.`,
  toolsLeftOut: (count) => `도구 ${String(count)}개를 제외했습니다.`,
  more: (count) => `외 ${String(count)}개`,
  compacted: '공간을 만들기 위해 이전 메시지를 요약했습니다.',

  turnEnds: {
    success: '턴이 끝났습니다.',
    error_during_execution: '턴이 실패했습니다.',
    error_max_turns: '모델 요청 한도에 도달하여 턴을 중지했습니다.',
    error_max_budget: '비용 한도에 도달하여 턴을 중지했습니다.',
    error_max_structured_output_retries: '원하는 형식의 답변을 얻지 못했습니다.',
    interrupted: '중지됨',
  },
  turnFailedBecause: (words) =>
    `턴이 실패했습니다: ${words} 지금까지의 내용은 남아 있습니다. 계속하려면 메시지를 보내세요.`,
};
