import type { folderTexts as english } from '../en/folders.ts';
import type { Translation } from '../translation.ts';

export const folderTexts: Translation<typeof english> = {
  choose: '폴더 선택',
  label: '폴더',
  trusted: '신뢰함',
  untrusted: '신뢰하지 않음',
  dialogTitle: '작업할 폴더 선택',
  ledger: {
    title: '신뢰한 폴더',
    intro:
      '에이전트는 이 폴더에서 파일과 명령 도구를 쓸 수 있습니다. 폴더에 든 설정은 이 앱과 명령에서 모두 사용됩니다.',
    none: '신뢰한 폴더가 없습니다.',
    revoke: '취소',
    revokeOf: (folder) => `${folder}의 신뢰 취소`,
    unread: '목록을 읽지 못했습니다.',
  },
  question: {
    title: '이 폴더를 신뢰할까요?',
    why: '이 폴더에서 작업하는 세션에서는 에이전트가 파일을 읽고, 파일을 바꾸거나 명령을 실행하기 전에 확인합니다. 폴더에 지금 또는 나중에 든 설정은 에이전트에 지시가 되며 자체 명령을 실행할 수 있습니다.',
    note: '폴더의 파일에 있는 각 서버는 여기서 시작되기 전에 확인합니다. 신뢰하지 않으면 이 중 아무것도 쓰이지 않으며 에이전트는 파일 도구를 쓸 수 없습니다. 신뢰는 “설정”의 “권한”에서 취소할 수 있습니다.',
    accept: '이 폴더 신뢰',
    folder: '폴더',
    brings: '포함된 설정',
    runs: '실행·연결 대상',
  },
};
