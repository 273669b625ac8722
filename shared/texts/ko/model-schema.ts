import type { modelSchema as english } from '../en/model-schema.ts';
import { grouped } from '../plural.ts';
import type { Translation } from '../translation.ts';

export const modelSchema: Translation<typeof english> = {
  open: '모델용 스키마',
  adapted: '일부 모델을 위해 스키마를 변경합니다.',
  leftOut: (kinds) => `${kinds}에는 제공하지 않습니다.`,
  show: '표시',
  showOf: (tool) => `${tool}의 모델용 스키마 표시`,
  title: (tool) => `${tool}의 모델용 스키마`,
  description:
    '서비스마다 받아들이는 JSON Schema의 범위가 다릅니다. 서버에는 항상 자체 스키마가 설명하는 대로 전송됩니다.',
  kind: '공급자 종류',
  same: '서버가 선언한 그대로 보냅니다.',
  isLeftOut: (reason) => `이 모델들에는 이 도구를 제공하지 않습니다. ${reason}`,
  changes: (count) => `변경 ${grouped(count)}개`,
  most: (count) => `처음 ${String(count)}개만 표시합니다.`,
  list: '변경',
  whole: '스키마 전체',
  kinds: { removed: '제외', added: '추가', changed: '변경' },
  close: '닫기',
};
