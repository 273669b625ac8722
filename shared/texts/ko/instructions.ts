import type { instructions as english } from '../en/instructions.ts';
import type { Translation } from '../translation.ts';

export const instructions: Translation<typeof english> = {
  title: '지침',
  intro: '메시지와 별도로, 세션마다 모든 모델에 먼저 알려 주는 내용입니다.',
  label: '내 지침',
  placeholder: '한국어로 답변하세요. 명령은 실행하기 전에 설명하세요.',
  help: (path) => `${path}에 보관합니다. 다음 턴부터 적용됩니다.`,
  save: '지침 저장',
  saved: '저장했습니다. 다음 턴부터 적용됩니다.',
  revert: '변경 취소',
  readAgain: '다시 읽기',
  unsaved: '입력하던 내용',
  copyUnsaved: '입력하던 내용 복사',
  loading: '지침을 읽는 중',
  loadFailed: (reason) => `지침을 읽지 못했습니다. ${reason}`,
  failed: (reason) => `지침을 저장하지 못했습니다. ${reason}`,
  counted: (count, most) => `${most}자 중 ${count}자`,
  tooLong: (most) => `지침은 ${most}자까지입니다.`,
  session: {
    action: '지침…',
    title: '이 세션의 지침',
    description: '설정의 지침에 이어 이 세션에서만 모델에 알려 줍니다. 다음 턴부터 적용됩니다.',
    label: '지침',
    placeholder: '이 프로젝트는 탭을 씁니다. vendor 폴더는 건드리지 마세요.',
    save: '저장',
    cancel: '취소',
    loading: '지침을 읽는 중',
    loadFailed: (reason) => `지침을 읽지 못했습니다. ${reason}`,
    failed: (reason) => `지침을 저장하지 못했습니다. ${reason}`,
  },
};
