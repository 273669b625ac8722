import type { app as english } from '../en/app.ts';
import type { Translation } from '../translation.ts';

export const app: Translation<typeof english> = {
  locale: 'ko',
  dateLocale: 'ko',
  name: 'Parley',
  windowTitle: (page) => `${page} – Parley`,
  sidebar: '세션과 페이지',
  pages: '페이지',
  hideSidebar: '사이드바 숨기기',
  showSidebar: '사이드바 표시',
  newSession: '새 세션',
  inbox: '받은함',
  inboxWaiting: (count) => `${String(count)}건이 확인을 기다립니다`,
  servers: '서버',
  settings: '설정',
  serversNeedYou: (count) => `서버 ${String(count)}개에 조치가 필요합니다`,
  serversConnecting: (count) => `서버 ${String(count)}개가 연결 중입니다`,
  panel: '세션 세부 정보',
  showPanel: '패널 표시',
  hidePanel: '패널 숨기기',
  panelOverview: '개요',
  panelChanges: '변경 사항',
  panelServers: '서버',
  manage: '관리',
  noServers: '켜진 서버가 없습니다. 서버를 켜야 세션에서 도구를 쓸 수 있습니다.',
  toolCount: (count) => `도구 ${String(count)}개`,
  serverStatus: {
    pending: '시작 전',
    connecting: '연결 중',
    connected: '연결됨',
    failed: '실패',
    'needs-auth': '로그인 필요',
    disabled: '꺼짐',
  },
  connectingFor: (elapsed) => `연결 중 ${elapsed}`,
  page: '페이지',
  notices: '알림',
  noticeSentences: {
    'settings-corrupt':
      '설정 파일을 읽지 못했습니다. 원래 파일은 따로 보관하고 기본 설정을 사용합니다.',
    'servers-corrupt':
      '서버 파일을 읽지 못했습니다. 원래 파일은 따로 보관하고 빈 목록으로 시작합니다.',
    'providers-corrupt':
      '공급자 파일을 읽지 못했습니다. 원래 파일은 따로 보관하고 빈 목록으로 시작합니다.',
    'secrets-corrupt':
      '키 파일을 읽지 못했습니다. 원래 파일은 따로 보관했습니다. 공급자의 키를 다시 입력하세요.',
    'permissions-corrupt':
      '권한 파일을 읽지 못했습니다. 원래 파일은 따로 보관했습니다. 모든 도구를 다시 확인합니다.',
    'bench-corrupt':
      '저장한 호출의 파일을 읽지 못했습니다. 원래 파일은 따로 보관하고 빈 목록으로 시작합니다.',
    'data-newer':
      '더 새로운 버전의 Parley가 쓴 데이터 파일이 있습니다. 이 버전에서는 변경하지 않습니다.',
    'data-unmigrated':
      '이전 버전의 Parley 데이터 파일을 넘겨받지 못했습니다. 파일은 그대로이며, 넘겨받을 때까지 내용을 쓸 수 없습니다.',
    'main-error':
      '백그라운드에서 문제가 발생했습니다. Parley는 계속 사용할 수 있으며, 내용은 세부 정보에 있습니다.',
    'keychain-unavailable':
      '사용할 수 있는 시스템 키체인이 없습니다. 키는 메모리에 보관되며 종료하면 사라집니다.',
    'link-ignored':
      '로그인 응답 링크를 받았지만 기다리는 로그인이 없어 사용하지 않았습니다. Parley에서 로그인을 다시 시작하세요.',
    'server-entry-invalid': '파일의 서버 하나를 사용할 수 없습니다. 다른 서버에는 영향이 없습니다.',
  },
  justNow: '방금',
  minutesAgo: (minutes) => `${String(minutes)}분 전`,
  yesterday: '어제',
};
