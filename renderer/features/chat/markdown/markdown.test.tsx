import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { LoadedImage } from '../../../../shared/ipc/routes/images.ts';
import { OpenStates } from '../transcript/open-states.ts';
import { Markdown } from './markdown.tsx';
import { OpenLink } from './open-link.ts';
import { LoadImage } from './remote-image.tsx';
import { safeUrl } from './safe-url.ts';

/** Each tries to get something active into the page. */
const attacks = [
  '<script>window.hit=1</script>',
  '<img src=x onerror="window.hit=1">',
  '<svg onload="window.hit=1"><animate onbegin="window.hit=1"/></svg>',
  '<math><mtext><img src=x onerror=alert(1)></mtext></math>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<style>*{display:none}</style>',
  '<link rel=stylesheet href=//evil.example/x.css>',
  '<base href="https://evil.example/">',
  '<meta http-equiv=refresh content="0;url=https://evil.example">',
  '<form action="https://evil.example"><input name=a></form>',
  '<object data="x"></object><embed src="x">',
  '<div id="root">clobber</div><a id="parley" name="parley"></a>',
  '[a](javascript:alert(1))',
  '[a](JaVaScRiPt:alert(1))',
  '[a](&#106;avascript:alert(1))',
  '[a](java&Tab;script:alert(1))',
  '[a](java\nscript:alert(1))',
  '[a](\u0001javascript:alert(1))',
  '[a](vbscript:msgbox(1))',
  '[a](data:text/html,<script>alert(1)</script>)',
  '[a](file:///etc/passwd)',
  '[a](blob:https://x/1)',
  '[a](parley://mcp/install?x=1)',
  '[a](//evil.example)',
  '[a](\\\\evil.example\\share)',
  '[a](https://user:pass@evil.example)',
  '[a](https://evil\u202e.example)',
  '[a][r]\n\n[r]: javascript:alert(1)',
  '![a](https://evil.example/pixel.png)',
  '![a](javascript:alert(1))',
  '![a][r]\n\n[r]: data:image/svg+xml,<svg onload=alert(1)>',
  '[![a](https://evil.example/x.png)](javascript:alert(1))',
  '<https://evil.example/"onmouseover="alert(1)>',
  '<javascript:alert(1)>',
  '[a](https://x.example "title\\" onmouseover=\\"alert(1)")',
  '| a |\n|:-:|\n| <img src=x onerror=alert(1)> [a](javascript:alert(1)) |',
  '```html\n<script>alert(1)</script>\n```',
  '```"><img src=x onerror=alert(1)>\nx\n```',
  '`<img src=x onerror=alert(1)>`',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '# <img src=x onerror=alert(1)>',
  '- [x] <input autofocus onfocus=alert(1)>',
];
const allowedElements = new Set(
  'div p h3 h4 h5 h6 ul ol li blockquote figure figcaption pre code span strong em s a br hr table thead tbody tr th td button svg path rect line circle polyline input'.split(
    ' ',
  ),
);

function expectInert(root: HTMLElement): void {
  for (const element of root.querySelectorAll('*')) {
    expect(allowedElements).toContain(element.localName);
    expect(element.id).toBe('');
    for (const name of element.getAttributeNames()) {
      expect(name).not.toMatch(
        /^(on|style$|href$|src$|srcset$|srcdoc$|action$|formaction$|name$|xlink)/,
      );
    }
    const url = element.getAttribute('data-url');
    if (url !== null) expect(url).toMatch(/^(https?:\/\/|mailto:)/);
    if (element.localName === 'input') {
      expect(element.getAttribute('type')).toBe('checkbox');
      expect(element.hasAttribute('disabled')).toBe(true);
    }
  }
}

describe('Markdown', () => {
  it.each(attacks)('keeps %j inert, live and finished [SE-20]', (attack) => {
    const streamed = render(<Markdown text={attack} streaming />);
    expectInert(streamed.container);
    streamed.unmount();
    const halves = render(<Markdown text={attack.slice(0, attack.length / 2)} streaming />);
    halves.rerender(<Markdown text={attack} />);
    expectInert(halves.container);
    expect(window).not.toHaveProperty('hit');
  });

  it('shows raw HTML as the text it is [SE-20, UI-12]', () => {
    render(<Markdown text={'Say <b onclick="x">hi</b>'} />);
    expect(screen.getByText('Say <b onclick="x">hi</b>')).toBeTruthy();
  });

  it('hands a pressed link to the opener and has no address of its own [UI-12]', async () => {
    const opened: string[] = [];
    render(
      <OpenLink value={(url) => opened.push(url)}>
        <Markdown text="See [docs](https://docs.example/a?b=1) or mailto:x@y.example" />
      </OpenLink>,
    );
    const link = screen.getByRole('link', { name: 'docs' });
    expect(link.hasAttribute('href')).toBe(false);
    const user = userEvent.setup();
    await user.click(link);
    link.focus();
    await user.keyboard('{Enter}');
    expect(opened).toEqual(['https://docs.example/a?b=1', 'https://docs.example/a?b=1']);
  });

  it('draws CommonMark and GFM [UI-12]', () => {
    const { container } = render(
      <Markdown
        text={
          '# Title\n\n3. three\n4. four\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n- [x] done\n- [ ] open\n\n~~gone~~ **bold** `code`\n\n```ts\nconst a = 1;\n```'
        }
      />,
    );
    expect(container.querySelector('h3')?.textContent).toBe('Title');
    expect(container.querySelector('ol')?.getAttribute('start')).toBe('3');
    expect(container.querySelector('td.text-right')?.textContent).toBe('2');
    expect([...container.querySelectorAll('input')].map((box) => box.checked)).toEqual([
      true,
      false,
    ]);
    expect(container.querySelector('s')?.textContent).toBe('gone');
    expect(container.querySelector('pre')?.textContent).toBe('const a = 1;');
    expect(screen.getByRole('button', { name: 'Copy code' })).toBeTruthy();
  });

  it('does not flash open marks while text streams [UI-12]', () => {
    const { container, rerender } = render(<Markdown text="Some **bo" streaming />);
    expect(container.textContent).toBe('Some bo');
    rerender(<Markdown text="Some **bold** and [a li" streaming />);
    expect(container.textContent).toBe('Some bold and a li');
  });

  it('keeps the elements of a long list that is done while its end grows [UI-12]', () => {
    const items = Array.from(
      { length: 200 },
      (_, index) => `- item number ${String(index)} with words`,
    );
    const { container, rerender } = render(
      <Markdown text={items.slice(0, 199).join('\n')} streaming />,
    );
    rerender(<Markdown text={`${items.slice(0, 199).join('\n')}\n- item`} streaming />);
    const first = container.querySelector('li');
    rerender(<Markdown text={items.join('\n')} streaming />);
    expect(container.querySelector('li')).toBe(first);
    expect(container.querySelectorAll('li')).toHaveLength(200);
  });
});

describe('safeUrl', () => {
  it.each([
    ['https://a.example/x', 'https://a.example/x'],
    ['HTTP://A.example', 'http://a.example/'],
    ['mailto:a@b.example', 'mailto:a@b.example'],
    ['https:a.example', undefined],
    ['/relative', undefined],
    ['https://a.example\u200b', undefined],
    ['https://a@b.example', undefined],
  ])('takes %j as %j [SE-20]', (address, expected) => {
    expect(safeUrl(address)).toBe(expected);
  });
});

describe('images elsewhere', () => {
  const source = 'https://tracker.example/pixel.png?q=secret';
  const inChat = (load: (url: string) => Promise<LoadedImage | null>) =>
    render(
      <OpenStates value={new Map()}>
        <LoadImage value={load}>
          <Markdown text={`See ![the plan](${source}) and ![](javascript:x).`} />
        </LoadImage>
      </OpenStates>,
    );

  it('are places with their host until the person loads one; what is refused stays so [SE-11]', async () => {
    const wanted: string[] = [];
    let answer: LoadedImage | null = null;
    const { container } = inChat((url) => {
      wanted.push(url);
      return Promise.resolve(answer);
    });
    expect(container.querySelector('img')).toBeNull();
    const place = screen.getByRole('group', { name: 'Image, not loaded: the plan' });
    expect(place.textContent).toContain('at tracker.example');
    const button = within(place).getByRole('button', { name: 'Load image' });
    fireEvent.click(button);
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull());
    expect(container.querySelector('img')).toBeNull();
    answer = { mediaType: 'image/png', data: 'AAAA' };
    fireEvent.click(button);
    const image = await screen.findByRole<HTMLImageElement>('img', { name: 'the plan' });
    expect(image.getAttribute('src')).toBe('data:image/png;base64,AAAA');
    expect(wanted).toEqual([source, source]);
    // No button where there is no address to load.
    expect(screen.queryByRole('button', { name: 'Load image' })).toBeNull();
  });
});
