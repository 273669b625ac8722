import type { exportTexts as english } from '../en/export.ts';
import type { Translation } from '../translation.ts';

export const exportTexts: Translation<typeof english> = {
  untitled: '세션',
  model: '모델',
  folder: '폴더',
  begun: '시작',
  lastChange: '마지막 변경',
  person: '나',
  agent: '에이전트',
  thinking: '생각',
  call: (tool, outcome) => `도구 ${tool}: ${outcome}`,
  outcomes: {
    ok: '완료',
    error: '실패',
    denied: '거부',
    interrupted: '중단',
    none: '결과 없음',
  },
  ends: { failed: '턴이 실패했습니다.', interrupted: '턴이 중지되었습니다.' },
  chooseFile: '세션 가져오기',
  sessionFiles: 'Parley 세션',
};
