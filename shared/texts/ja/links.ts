import type { linkRefusalTexts as english } from '../en/links.ts';
import type { Translation } from '../translation.ts';

export const linkRefusalTexts: Translation<typeof english> = {
  'no-address': 'Web アドレスではないため、開きませんでした。',
  'too-long': 'アドレスが 8,192 文字を超えているため、開きませんでした。',
  'hidden-characters':
    'アドレスに空白や見えない文字が含まれているため、開きませんでした。コピーして確認してください。',
  scheme: 'ここから開けるのは https:// で始まる Web アドレスだけです。',
  'plain-http':
    'このアドレスは暗号化されていません (http://)。暗号化なしで開けるのはこのコンピューター上のアドレスだけです。https:// を使ってください。',
  'user-info':
    'アドレスのホストの前にユーザー名またはパスワードがあります。接続先を隠せるため、開きませんでした。',
};
