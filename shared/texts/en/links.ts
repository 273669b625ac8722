/** Why an address was not opened; keys are the reasons of the URL gate. */
export const linkRefusalTexts = {
  'no-address': 'This is not a web address, so it was not opened.',
  'too-long': 'This address is longer than 8,192 characters, so it was not opened.',
  'hidden-characters':
    'This address holds spaces or characters that cannot be seen, so it was not opened. Copy it and check it.',
  scheme: 'Only web addresses that begin with https:// are opened from here.',
  'plain-http':
    'This address is not encrypted (http://). Only addresses on this computer may be; use https://.',
  'user-info':
    'This address holds a user name or password before its host, which can hide where it leads, so it was not opened.',
} as const;
