import type { turnTexts as english } from '../en/turns.ts';
import type { Translation } from '../translation.ts';

export const turnTexts: Translation<typeof english> = {
  attach: '이미지, 텍스트, PDF 첨부',
  attached: '첨부',
  removeAttachment: (name) => `${name} 제거`,
  pastedImage: '붙여넣은 이미지',
  dropHere: '파일을 놓아 첨부',
  tooMany: (most) =>
    `메시지 하나에 첨부할 수 있는 이미지와 파일은 ${String(most)}개까지입니다. 나머지는 첨부하지 않았습니다.`,
  tooLarge: (name, limit) =>
    `${name}은(는) ${limit}보다 커서 첨부하지 않았습니다. 더 작은 파일이나 일부만 첨부하세요.`,
  tooLargeTogether: (name, limit) =>
    `${name}을(를) 더하면 전체가 ${limit}보다 커져 첨부하지 않았습니다. 별도의 메시지로 보내세요.`,
  wrongKind: (name) =>
    `${name}은(는) 이미지(PNG, JPEG, GIF, WebP), PDF, 텍스트가 아니어서 첨부하지 않았습니다.`,
  empty: (name) => `${name}은(는) 비어 있어 첨부하지 않았습니다.`,
  unreadable: (name) => `${name}을(를) 읽지 못해 첨부하지 않았습니다. 폴더는 첨부할 수 없습니다.`,

  sendNow: '지금 보내기',
  editQueued: '이 메시지 편집',
  removeQueued: '이 메시지 제거',
  queuedWords: '대기 중인 메시지',
  saveQueued: '저장',
  cancel: '취소',
  withFiles: (count) => `파일 ${String(count)}개`,
  queueFailed: '대기 중인 메시지가 변경되지 않았습니다.',

  mode: '권한 모드',
  modeOf: (name) => `권한 모드: ${name}`,
  modes: {
    default: { label: '매번 확인', note: '허용한 도구는 실행하고 나머지는 확인합니다' },
    acceptEdits: { label: '편집 허용', note: '작업 폴더 안의 편집은 확인하지 않습니다' },
    plan: { label: '계획만', note: '아무것도 쓰지 않습니다. 서버 도구는 확인합니다' },
  },
  modeFailed: '권한 모드를 변경하지 못했습니다.',

  actions: '이 메시지로 할 작업',
  answerActions: '이 답변으로 할 작업',
  edit: '편집하여 다시 묻기',
  again: '다시 묻기',
  regenerate: '다시 답변',
  fork: '여기서 분기',
  forkFailed: '세션을 분기하지 못했습니다.',
  retry: '다시 시도',
  editTitle: '편집하여 다시 묻기',
  againTitle: '다시 묻기',
  editField: '메시지',
  place: '물을 곳',
  here: '이 세션',
  asFork: '분기한 세션',
  hereNote: (count) =>
    count === 0
      ? '이 메시지 뒤에 다른 메시지가 없어 사라지는 것이 없습니다.'
      : `이 메시지 뒤의 메시지 ${String(count)}개가 사라지며 되돌릴 수 없습니다. 분기하면 이 세션은 그대로 남습니다.`,
  forkNote: '이 메시지 앞의 내용을 이어받은 새 세션을 만듭니다. 이 세션은 그대로 남습니다.',
  filesStay: '도구가 대화 밖에서 한 일은 되돌려지지 않습니다.',
  counting: '이 메시지 뒤의 메시지를 세는 중',
  run: '다시 묻기',
  rerunFailed: '메시지를 다시 묻지 않았습니다. 아무것도 바꾸지 않았습니다.',
};
