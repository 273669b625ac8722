import type { ui as english } from '../en/ui.ts';
import { grouped } from '../plural.ts';
import type { Translation } from '../translation.ts';

export const ui: Translation<typeof english> = {
  close: '닫기',
  copy: '복사',
  copied: '복사함',
  dismiss: '닫기',
  optional: '선택 사항',
  details: '세부 정보',
  hideDetails: '세부 정보 숨기기',
  showValue: '값 표시',
  hideValue: '값 숨기기',
  loading: '불러오는 중',
  working: '처리 중',
  hints: {
    readOnly: { true: '읽기 전용', false: '읽기 전용 아님', undeclared: '읽기 전용: 선언 없음' },
    destructive: { true: '파괴적', false: '파괴적 아님', undeclared: '파괴적: 선언 없음' },
    openWorld: { true: '외부 통신', false: '외부 통신 없음', undeclared: '외부 통신: 선언 없음' },
  },
  hintAnswer: { true: '예', false: '아니요', undeclared: '선언 없음' },
  stateMarks: {
    running: '실행 중',
    waiting: '확인 대기',
    failed: '실패',
    unread: '읽지 않음',
    idle: '대기 중',
    ok: '연결됨',
    off: '꺼짐',
    warning: '주의 필요',
    denied: '거부',
    interrupted: '중단',
    done: '완료',
    key: '로그인 필요',
  },
  hiddenCharacter: (code) => `보이지 않는 문자 ${code}`,
  moreCharacters: (count) => `${grouped(count)}자 더 있음`,
  showAll: '모두 표시',
};
