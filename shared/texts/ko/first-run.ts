import type { firstRunTexts as english } from '../en/first-run.ts';
import { grouped } from '../plural.ts';
import type { Translation } from '../translation.ts';

export const firstRunTexts: Translation<typeof english> = {
  label: '첫 단계',
  step: (position, total) => `${String(total)}단계 중 ${String(position)}단계`,
  skip: '건너뛰기',
  back: '뒤로',
  continue: '계속',
  failed: (reason) => `선택을 저장하지 못했습니다. ${reason}`,

  model: {
    title: '모델 선택',
    intro: '언제든 변경할 수 있으며 세션마다 다른 모델을 쓸 수 있습니다.',
    choices: '답변을 만드는 곳',
    service: '모델 서비스',
    serviceNote: {
      keychain: 'API 키를 사용하며, 이 컴퓨터의 키체인에 보관합니다.',
      memory: 'API 키를 사용하며, Parley를 종료할 때까지 메모리에 보관합니다.',
    },
    local: '이 컴퓨터의 모델',
    localNote: 'Ollama, LM Studio 등 OpenAI 호환 주소를 가진 서비스.',
    known: (provider) => provider,
    knownNote: (models) => `모델 ${grouped(models)}개, 이미 추가됨.`,
    offline: '오프라인(모델 없음)',
    offlineNote: '간단한 규칙을 따릅니다. 실제 도구를 처음 살펴보기에 좋습니다.',
  },

  servers: {
    title: '서버 가져오기',
    intro: (count) =>
      `다른 앱에서 서버 ${grouped(count)}개를 찾았습니다. 명령을 볼 때까지 꺼져 있습니다.`,
    none: '이 컴퓨터의 다른 앱에서 서버를 찾지 못했습니다. “서버”에서 언제든 추가할 수 있습니다.',
    looking: '다른 앱의 파일을 확인하는 중',
    list: '찾은 서버',
    showAll: '모두 표시',
    more: (count) => `${grouped(count)}개 더 있음`,
    unreadable: (count) => `${grouped(count)}개는 읽지 못해 제외합니다.`,
    submit: (count) => `서버 ${grouped(count)}개 가져오기`,
    again: '다시 확인',
  },

  prompt: {
    title: '첫 프롬프트 시험해 보기',
    intro: '실제 도구를 실행하며 먼저 확인하므로 승인이 어떻게 이루어지는지 볼 수 있습니다.',
    list: '시험해 볼 프롬프트',
    uses: (tool) => `내장 메모의 ${tool}을(를) 사용합니다`,
    open: 'Parley 열기',
  },

  again: '첫 단계',
  againNote: '모델, 다른 앱의 서버, 첫 프롬프트.',
  show: '표시',
};
