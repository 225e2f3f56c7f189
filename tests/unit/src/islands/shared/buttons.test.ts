import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import {
  QuietButton,
  TextButton,
  WaitingButton,
} from '../../../../../src/islands/shared/buttons.tsx';

it.each([QuietButton, TextButton, WaitingButton])(
  'a button that waits keeps the focus, and does nothing',
  (Button) => {
    const button = createElement(Button, { type: 'submit', isWaiting: true });
    const markup = renderToStaticMarkup(button);
    expect(markup).toContain('type="submit"');
    expect(markup).toContain('aria-disabled="true"');
    expect(markup).not.toContain(' disabled');
  },
);

it('a press of a button that waits sends no form', () => {
  const pressed = { presses: 0, prevented: 0 };
  const onClick = () => (pressed.presses += 1);
  const { props } = WaitingButton({ isWaiting: true, onClick });
  props.onClick({ preventDefault: () => (pressed.prevented += 1) });
  expect(pressed).toEqual({ presses: 0, prevented: 1 });
});
