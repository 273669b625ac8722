import type { apps as english } from '../en/apps.ts';
import type { Translation } from '../translation.ts';

export const apps: Translation<typeof english> = {
  place: (tool) => `${tool}의 앱`,
  keys: 'Enter로 앱에 들어가고 F6으로 돌아옵니다',
  show: '앱 표시',
  hide: '앱 숨기기',
  notRead: '이 도구의 앱을 서버에서 읽지 못했습니다.',
  reaches: (domains) => `이 앱이 통신할 수 있는 곳은 ${domains}뿐입니다.`,
  unreachable: (domains) =>
    `이 앱은 ${domains}과의 통신을 요청하지만 허용되지 않았습니다. 일부가 보이지 않을 수 있습니다.`,
  refused: {
    address: '도구가 가리키는 앱의 주소가 ui://로 시작하지 않아 열지 않았습니다.',
    kind: '도구가 앱으로 가리키는 것이 MCP Apps의 HTML이 아니어서 열지 않았습니다.',
    size: '이 도구의 앱이 5 MB보다 커서 열지 않았습니다.',
    empty: '이 도구의 앱은 비어 있습니다.',
  },
  trouble: {
    silent:
      '이 앱이 Parley와 통신을 시작하지 않았습니다. MCP 앱이 아니거나 내부에서 문제가 생겼을 수 있습니다.',
    flood: '이 앱이 메시지를 지나치게 많이 보내 닫았습니다.',
    ended: '이 앱이 스스로 종료되었습니다. 다시 표시하거나 앱 없이 계속하세요.',
    done: '이 앱이 완료를 알려 닫았습니다.',
    replaced: '나중에 연 앱을 위해 이 앱을 닫았습니다.',
  },
  saves: (tool, server) => `${tool}(${server})의 앱이 이 파일을 제공합니다`,
  fill: '창 전체에 표시',
  shrink: '원래 자리로',
  filling: (tool) => `${tool}의 앱`,
  fillNote: 'F6으로 앱에서 돌아오고 Esc로 닫습니다.',
  elsewhere: '이 앱은 창 전체에 표시되어 있습니다.',
  draft: (tool, server) =>
    `${tool}(${server})의 앱이 이 초안을 썼습니다. 보내기 전에는 전송되지 않습니다.`,
  asks: (tool) => `에이전트가 아니라 ${tool}의 앱이 요청했습니다`,
};
