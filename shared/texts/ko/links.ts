import type { linkRefusalTexts as english } from '../en/links.ts';
import type { Translation } from '../translation.ts';

export const linkRefusalTexts: Translation<typeof english> = {
  'no-address': '웹 주소가 아니어서 열지 않았습니다.',
  'too-long': '주소가 8,192자보다 길어 열지 않았습니다.',
  'hidden-characters':
    '주소에 공백이나 보이지 않는 문자가 있어 열지 않았습니다. 복사하여 확인하세요.',
  scheme: '여기서는 https://로 시작하는 웹 주소만 엽니다.',
  'plain-http':
    '이 주소는 암호화되지 않았습니다(http://). 암호화 없이 열 수 있는 것은 이 컴퓨터의 주소뿐입니다. https://를 사용하세요.',
  'user-info':
    '주소의 호스트 앞에 사용자 이름이나 암호가 있습니다. 연결되는 곳을 숨길 수 있어 열지 않았습니다.',
};
