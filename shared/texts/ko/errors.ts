import type { errors as englishErrors, failures as englishFailures } from '../en/errors.ts';
import type { Translation } from '../translation.ts';

export const errors: Translation<typeof englishErrors> = {
  'ipc.unknown-route': '창이 이 버전에 없는 기능을 요청했습니다. Parley를 다시 시작하세요.',
  'ipc.forbidden-sender': '앱 창에서 보낸 요청이 아니어서 거부했습니다.',
  'ipc.invalid-input': '요청을 이해하지 못했습니다. 해당 항목은 세부 정보에 있습니다.',
  'ipc.too-large': '한 번에 보내기에는 너무 큽니다. 줄여서 다시 시도하세요.',
  internal: 'Parley 내부에서 문제가 발생했습니다. 다시 시도하세요. 자세한 내용은 로그에 있습니다.',
  'storage.failed':
    '디스크의 데이터를 읽거나 쓰지 못했습니다. 이유는 세부 정보에 있습니다. 이미 저장된 데이터는 그대로입니다.',
  'session.not-found': '이 세션의 기록이 디스크에 없습니다.',
  'session.read-only':
    '다른 프로그램이 이 세션에 쓰고 있습니다. 여기서 계속하려면 그쪽을 닫으세요.',
  'session.no-prompt': '이 질문은 이미 닫혔습니다. 아무것도 보내지 않았습니다.',
  'session.prompt-mismatch': '질문이 열려 있는 동안 인수가 바뀌었습니다. 다시 확인하세요.',
  'session.no-gesture': '키 입력이나 클릭으로 한 답변이 아니어서 받지 않았습니다. 다시 답변하세요.',
  'bench.no-gesture': '키 입력이나 클릭으로 한 요청이 아니어서 보내지 않았습니다. 다시 시도하세요.',
  'bench.refused': '서버가 이 작업을 하지 않았습니다. 이유는 세부 정보에 있습니다.',
  'bench.not-found': '이 호출은 더 이상 보관되어 있지 않습니다. 도구를 다시 호출하세요.',
  'session.exists': '같은 ID의 세션이 이미 있어 바꾸지 않았습니다.',
  'session.import':
    '이 파일은 Parley가 가져올 수 있는 대화가 아닙니다. 이유는 세부 정보에 있습니다. 아무것도 바꾸지 않았습니다.',
  'session.not-queued': '이 메시지는 더 이상 대기하고 있지 않습니다.',
  'image.failed': '이미지를 불러오지 못했습니다. 이유는 세부 정보에 있습니다.',
  'session.no-checkpoint':
    '이 메시지 앞의 파일 내용을 알 수 없어 아무것도 되돌릴 수 없습니다. 파일은 폴더를 신뢰한 뒤 이 세션의 메시지에 대해 보관됩니다.',
  'session.busy': '턴이 실행 중입니다. 중지하거나 끝날 때까지 기다리세요.',
  'permission.invalid': '이 권한은 줄 수 없습니다. 이유는 세부 정보에 있습니다.',
  'permission.not-listed':
    '서버가 지금 이 도구를 제공하지 않아 아무것도 바꾸지 않았습니다. 서버에 연결한 뒤 다시 시도하세요.',
  'permission.changed': '확인하는 동안 도구가 바뀌었습니다. 다시 확인하세요.',
  'permission.arguments': '이 인수는 도구에 맞지 않습니다. 해당 항목은 세부 정보에 있습니다.',
  'server.not-found': '이 서버는 더 이상 목록에 없습니다.',
  'server.invalid': '이 서버 정의는 사용할 수 없습니다. 해당 항목은 세부 정보에 있습니다.',
  'server.builtin': '내장 서버는 변경하거나 제거할 수 없습니다. 끌 수는 있습니다.',
  'settings.invalid': '설정이 변경되지 않았습니다.',
  'provider.not-found': '이 공급자는 더 이상 목록에 없습니다. 다른 모델을 선택하세요.',
  'provider.invalid': '이 공급자는 사용할 수 없습니다. 해당 항목은 세부 정보에 있습니다.',
  'provider.no-key': '이 공급자에는 키가 필요합니다. 설정에서 입력하세요.',
  'secrets.unavailable': '시스템 키체인이 잠겨 있거나 없어 키를 읽거나 보관하지 못했습니다.',
  'registry.failed':
    '레지스트리에 문의하지 못했습니다. 붙여넣기나 양식으로 서버를 추가할 수 있습니다.',
  'link.refused': 'Parley에서 열지 않는 주소입니다.',
  'link.not-opened': '시스템이 주소를 열지 못했습니다. 복사하여 브라우저에서 직접 여세요.',
  'question.invalid':
    '답변이 서버가 요청한 형식에 맞지 않아 보내지 않았습니다. 해당 항목은 세부 정보에 있습니다.',
  'link.not-registered':
    '시스템이 Parley를 자체 링크를 여는 앱으로 지정하지 않았습니다. 대신 로컬 주소를 사용하세요.',
  'app.too-many': '열린 도구 앱이 너무 많습니다. 하나를 닫고 다시 시도하세요.',
  'data.failed': '처리하지 못했으며 아무것도 바꾸지 않았습니다. 이유는 세부 정보에 있습니다.',
  'composer.refused': '메시지에 넣지 않았습니다. 이유는 세부 정보에 있습니다.',
  'instructions.changed':
    '그사이 지침 파일이 변경되어 저장하지 않았습니다. 다시 읽은 뒤 변경하세요.',
  'instructions.invalid': '이 지침을 저장하지 못했습니다. 이유는 세부 정보에 있습니다.',
  'consent.busy': '다른 질문이 열려 있습니다. 먼저 그 질문에 답변하세요.',
};

export const failures: Translation<typeof englishFailures> = {
  unexpected: '이 창에서 문제가 발생했습니다. 다시 시도하세요.',
  crashedTitle: '이 페이지에 문제가 발생했습니다',
  crashedBody:
    '세션은 백그라운드에서 계속되며 잃어버린 것은 없습니다. 계속하려면 창을 새로 고치세요.',
  reload: '창 새로 고침',
  notLoaded: 'Parley의 데이터를 불러오지 못했습니다.',
  tryAgain: '다시 시도',
};
