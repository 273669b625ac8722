import type { consentTexts as english } from '../en/consent.ts';
import type { Translation } from '../translation.ts';

const alphabets: Readonly<Record<string, string>> = {
  Cyrillic: '키릴 문자',
  Greek: '그리스 문자',
  Armenian: '아르메니아 문자',
  Latin: '라틴 문자',
};

export const consentTexts: Translation<typeof english> = {
  windowTitle: 'Parley의 확인',
  cancel: '취소',
  asksAgain: '이 정의가 바뀌면 다시 확인합니다.',
  runCommand: {
    title: (server) => `${server}이(가) 이 명령을 실행하도록 허용할까요?`,
    titleChanged: (server) => `${server}이(가) 바뀐 명령을 실행하도록 허용할까요?`,
    why: '서버가 시작될 때마다 이 컴퓨터에서 사용자의 권한으로 실행됩니다.',
    whyChanged:
      '서버가 시작될 때마다 이 컴퓨터에서 사용자의 권한으로 실행됩니다. 전에 신뢰한 것과 다릅니다.',
    accept: '신뢰하고 시작',
    command: '명령',
    removed: '이전',
    means: '실제 값',
    foundAt: (path) => `위치: ${path}`,
    notFound: (command) =>
      `${command}을(를) PATH에서 찾지 못했습니다. 정의는 남으며, 찾을 수 있게 되면 시작합니다.`,
    lookedUpLater: (variables) =>
      `위치는 ${variables}에 따라 정해지며 서버가 시작될 때마다 찾습니다.`,
    folder: '폴더',
    environment: '환경 변수',
    none: '자체 설정 없음',
    environmentNote: '이름만 표시하며 값은 표시하지 않습니다',
    previousFolder: (folder) => `이전: ${folder}`,
  },
  connectUrl: {
    title: (server) => `${server}이(가) 이 주소에 연결하도록 허용할까요?`,
    titleChanged: (server) => `${server}이(가) 바뀐 주소에 연결하도록 허용할까요?`,
    why: '에이전트가 도구에 보내는 내용을 받고, 에이전트가 읽을 답변을 보냅니다.',
    whyChanged:
      '에이전트가 도구에 보내는 내용을 받고, 에이전트가 읽을 답변을 보냅니다. 전에 신뢰한 것과 다릅니다.',
    accept: '신뢰하고 연결',
    host: '호스트',
    headers: '헤더',
    none: '자체 설정 없음',
    headersNote: '이름만 표시하며 값은 표시하지 않습니다',
    before: '이전',
    caFile: '추가로 신뢰',
    caFileNew: '이전: 자체 설정 없음',
    caFileBefore: (path) => `이전: ${path}`,
  },
  changeNetwork: {
    title: '네트워크에 이렇게 연결할까요?',
    why: '키, 대화, 로그인이 프록시를 지나며, CA의 소유자는 그 내용을 읽을 수 있습니다.',
    accept: '이 설정 사용',
    proxy: '프록시',
    proxies: { system: '시스템과 환경 변수에 따름', none: '없음' },
    bypass: '프록시 제외',
    caFile: 'CA 파일',
    authorities: '보증인',
    system: '시스템 인증서',
    systemTrusted: '신뢰함',
    systemNotTrusted: '신뢰하지 않음',
    none: '없음',
    note: '열려 있는 연결은 그대로 유지됩니다.',
  },
  addServers: {
    title: (count) =>
      count === 1
        ? '이 서버를 꺼진 상태로 추가할까요?'
        : `이 서버 ${String(count)}개를 꺼진 상태로 추가할까요?`,
    why: '아무것도 시작하지 않습니다. 각 서버는 처음 실행되거나 연결되기 전에 확인합니다.',
    titleEdit: 'servers.json의 변경 사항을 저장할까요?',
    whyEdit: '다르게 실행되는 것은 중지되며, 다시 실행되기 전에 확인합니다.',
    accept: '추가',
    acceptEdit: '저장',
    note: '프로그램을 시작하지 않으며 아무것도 보내지 않습니다.',
    from: '출처',
    folder: '폴더',
    variables: '환경 변수',
    headers: '헤더',
    changes: { added: '새로 추가', changed: '변경됨', removed: '제거됨' },
  },
  appCall: {
    title: (server) => `${server}의 앱이 이 도구를 호출하도록 허용할까요?`,
    why: '사용자나 에이전트가 아니라 앱이 요청합니다. 방금 앱에서 한 일이면 허용하세요.',
    accept: '이 호출 허용',
    app: '앱 제공',
    tool: '도구',
    none: '인수 없음',
    destructive: '이 도구는 무언가를 지우거나 덮어쓸 수 있습니다.',
    note: '정확히 이 인수로 하는 이번 호출만입니다.',
  },
  appNetwork: {
    title: (server) => `${server}의 앱이 이 컴퓨터에 연결하도록 허용할까요?`,
    why: '이 컴퓨터에서 대기 중인 프로그램에 연결하려고 합니다. 그 프로그램은 여기서 오는 것을 신뢰할 수 있습니다.',
    accept: 'Parley를 종료할 때까지 허용',
    app: '앱 제공',
    origins: '주소',
    note: '허용하지 않아도 앱은 표시되며 이 주소에는 연결하지 못합니다.',
  },
  openLink: {
    title: '이 주소를 브라우저에서 열까요?',
    why: 'Parley 밖으로 나갑니다. 아는 호스트인지 확인하세요.',
    accept: '열기',
    host: '호스트',
    note: '열기 전에는 아무것도 보내지 않습니다.',
  },
  signIn: {
    title: (server) => `${server}에 로그인할까요?`,
    why: '로그인 페이지가 브라우저에서 열립니다. 거기서 허용하는 것은 이 서버와 선택한 계정에 적용됩니다.',
    accept: '로그인 페이지 열기',
    page: '페이지',
    issuer: '요청자',
    redirect: '응답이 돌아올 곳',
    redirects: {
      protocol: 'parley: 링크(열어도 되는지 브라우저가 묻습니다)',
      loopback: '한 번 방문하면 닫히는 이 컴퓨터의 주소',
    },
    note: '아는 호스트인지 확인하세요.',
  },
  openServerUrl: {
    title: (server) => `${server}이(가) 브라우저에서 페이지를 열려고 합니다`,
    why: '아직 아무것도 불러오지 않았습니다.',
    goesTo: '연결되는 곳',
    spelled: '실제 표기',
    serverAt: '서버 위치',
    onThisComputer: '이 컴퓨터',
    connection: '연결',
    copy: '주소 복사',
    decline: '거절',
    accept: '열기',
    acceptAnyway: '그래도 열기',
    note: '거기서 하는 일은 모델에 보이지 않습니다. 완료하면 여기로 돌아오세요.',
    notThat: (domain) => `이 주소는 ${domain}이(가) 아닙니다`,
    lookalike: (position, code, alphabet, looksLike) =>
      `${String(position)}번째 글자는 ${code}이며, ${looksLike}처럼 보이는 ${alphabets[alphabet] ?? `${alphabet} 문자`}입니다.`,
    collectsPasswords: '이런 주소는 암호를 수집하는 데 자주 쓰입니다.',
    mixed:
      '이 주소의 이름에는 두 가지 문자가 섞여 있습니다. 이런 주소는 암호를 수집하는 데 자주 쓰입니다.',
    otherDomain: (domain, server) =>
      `주소는 ${domain}, 서버는 ${server}의 것입니다. 둘 다 아는 경우에만 여세요.`,
  },
  added: '새로 추가',
  removed: '제거됨',
  onlyValuesChanged: '여기 표시된 것은 전과 같으며, 표시하지 않는 값이 바뀌었습니다.',
  warnings: {
    hiddenAndShell: (position) =>
      `인수 ${String(position)}에 보이지 않는 문자와 셸 명령이 있습니다. 텍스트로 전달되지만 이 프로그램이 실행할 수 있습니다.`,
    hiddenInArgument: (position) =>
      `인수 ${String(position)}에 보이지 않는 문자가 있습니다. 그 자리에 문자 코드를 표시합니다.`,
    hiddenInCommand: '명령에 보이지 않는 문자가 있습니다. 그 자리에 문자 코드를 표시합니다.',
    hiddenInAddress: '주소에 보이지 않는 문자가 있습니다. 그 자리에 문자 코드를 표시합니다.',
    shellText: (position) =>
      `인수 ${String(position)}에 셸 명령이 있습니다. 텍스트로 전달되지만 이 프로그램이 실행할 수 있습니다.`,
    unpinnedPackage: (name) =>
      `${name}의 버전이 고정되지 않았습니다. 새 코드가 확인 없이 실행될 수 있습니다.`,
    plainHttp: '연결이 암호화되지 않아 중간에서 다른 사람이 읽거나 바꿀 수 있습니다.',
    userInfo: '주소의 호스트 앞에 사용자 이름이나 암호가 있습니다.',
    variableAddress:
      '연결되는 곳은 변수가 정합니다. 값은 시작할 때마다 찾으며 지금 동의하는 내용에 포함되지 않습니다.',
    privateAddress: '주소가 이 컴퓨터 또는 로컬 네트워크에 있습니다.',
  },
};
