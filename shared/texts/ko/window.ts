import type { windowTexts as english } from '../en/window.ts';
import type { Translation } from '../translation.ts';

export const windowTexts: Translation<typeof english> = {
  serversFiles: 'JSON 및 번들',
  chooseServersFile: '서버가 있는 파일 선택',
  keepsEnding: 'Parley 창이 반복해서 종료됩니다',
  keepsEndingDetail:
    '페이지가 1분 동안 여러 번 종료되었습니다. 세션은 백그라운드에서 계속되며 잃어버린 것은 없습니다.',
  reload: '창 새로 고침',
  quit: '종료',
  quitWhileRunning: '턴이 아직 실행 중입니다. Parley를 종료할까요?',
  quitWhileRunningDetail:
    '지금까지 쓴 내용은 남습니다. 턴은 끝나며, 다음에 세션에서 이어서 진행할 수 있습니다.',
  quitAnyway: '종료',
  keepRunning: '계속 실행',
  hangs: 'Parley 창이 응답하지 않습니다',
  hangsDetail:
    '저절로 회복될 수 있습니다. 새로 고쳐도 잃는 것은 없습니다. 세션은 백그라운드에서 계속되고 초안도 남습니다.',
  wait: '기다리기',
};
