import { type TriedCall, tryCall } from '../../client/api/try-call.ts';

interface CallDemoProps extends TriedCall {
  /** The question before the call, because it costs credits. */
  readonly ask?: string | undefined;
  /** The text when nothing answers. */
  readonly unreachable: string;
  /** The HTML that the build renders between the island's tags. */
  readonly children?: unknown;
}

/** A call of the reference that a signed-in visitor makes by a button; its reply stands below. */
export default function CallDemo(props: CallDemoProps, root: HTMLElement): void {
  const { ask, unreachable } = props;
  const button = root.querySelector('button');
  const place = root.querySelector('pre');
  if (!button || !place) return;
  button.addEventListener('click', async () => {
    if (button.ariaDisabled === 'true' || (ask && !confirm(ask))) return;
    button.ariaDisabled = 'true';
    place.textContent = (await tryCall(props)) ?? unreachable;
    place.hidden = false;
    button.ariaDisabled = null;
  });
}
