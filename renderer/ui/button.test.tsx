import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Button } from './button.tsx';

describe('Button', () => {
  it('says that it takes no press, for the reason of whoever draws it or because it is busy [SE-31]', () => {
    render(
      <>
        <Button aria-disabled>Trust</Button>
        <Button busy>Save</Button>
        <Button aria-disabled={false}>Cancel</Button>
      </>,
    );
    const said = screen
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-disabled'));
    expect(said).toEqual(['true', 'true', null]);
  });
});
