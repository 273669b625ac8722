import type { composerTexts as english } from '../en/composer.ts';
import type { Translation } from '../translation.ts';

export const composerTexts: Translation<typeof english> = {
  emptyFile: (name) => `${name}은(는) 비어 있어 첨부하지 않았습니다.`,
  noFile: (name) => `${name}은(는) 파일이 아니어서 첨부하지 않았습니다.`,
  notText: (name) =>
    `${name}은(는) 이미지(PNG, JPEG, GIF, WebP), PDF, 텍스트가 아니어서 첨부하지 않았습니다.`,
  tooLargeFile: (name, limit) =>
    `${name}은(는) ${limit}보다 커서 첨부하지 않았습니다. 더 작은 파일이나 일부만 첨부하세요.`,
  unreadableFile: (name, reason) => `${name}을(를) 읽지 못해 첨부하지 않았습니다: ${reason}.`,
  outsideFolder: (name) => `${name}이(가) 이 세션의 폴더 밖을 가리켜 첨부하지 않았습니다.`,
  noFolder: '이 세션에는 작업 폴더가 없어 첨부할 파일도 없습니다.',
  noServer: '이 서버가 연결되어 있지 않거나 이 세션에서 쓰이지 않아 아무것도 요청하지 않았습니다.',
  emptyPrompt: (name) => `프롬프트 ${name}이(가) 메시지가 되지 않아 아무것도 넣지 않았습니다.`,
  unnamedResource: '리소스',
  promptImage: '이미지',
  unknownBlock: (kind) => `“${kind}” 종류의 부분은 사람이 보낼 수 없어 제외했습니다.`,
  promptRole: (role, text) => (role === 'assistant' ? `어시스턴트:\n${text}` : `사용자:\n${text}`),
  manyFiles: (count) => `폴더에 파일이 많아 처음 ${String(count)}개만 검색합니다.`,
};
