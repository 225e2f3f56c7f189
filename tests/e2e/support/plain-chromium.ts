import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { findChromium } from '../../../infra/local/chromium.mjs';

/** One tab with the page in it, and the page that it renders ahead of the reader, if there is one. */
export interface PlainTab {
  open(url: string): Promise<void>;
  /** The value of an expression in the page. */
  evaluate(expression: string): Promise<unknown>;
  /** Evaluates in the page that is or was rendered ahead; `undefined` as long as there is none. */
  evaluateAhead(expression: string): Promise<unknown>;
  /** Moves the mouse to the middle of an element, presses there, or lets go. */
  mouse(type: 'mouseMoved' | 'mousePressed' | 'mouseReleased', selector: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Chromium by its own protocol and without Playwright, which forbids it to render pages ahead.
 * Source: Chrome DevTools Protocol, domains Target, Page, Runtime and Input.
 * @param args arguments for Chromium, such as those of `playwright.config.ts`
 */
export async function plainTab(args: readonly string[]): Promise<PlainTab> {
  const profile = await mkdtemp(join(tmpdir(), 'plain-chromium-'));
  const own = ['--headless', '--window-size=1280,800', '--remote-debugging-port=0'];
  const program = await findChromium(process.env);
  if (program === undefined) throw new Error('There is no Chromium: see playwright.config.ts.');
  const chromium = spawn(program, [...own, `--user-data-dir=${profile}`, ...args, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const socket = new WebSocket(await addressIn(chromium.stderr));
  await once(socket, 'open');
  const { send, sessions } = protocolOver(socket);
  await followTab(send);
  const evaluateIn = async (session: string, expression: string) =>
    (await send('Runtime.evaluate', { expression, returnByValue: true }, session)).result?.value;
  const inPage = (expression: string) => evaluateIn(sessions.page, expression);

  return {
    open: async (url) => {
      await send('Page.navigate', { url }, sessions.page);
    },
    evaluate: inPage,
    evaluateAhead: async (expression) =>
      sessions.ahead && (await evaluateIn(sessions.ahead, expression)),
    mouse: async (type, selector) => {
      const [x, y] = String(await inPage(middleOf(selector)))
        .split(',')
        .map(Number);
      const press = type === 'mouseMoved' ? {} : { button: 'left', clickCount: 1 };
      await send('Input.dispatchMouseEvent', { type, x, y, ...press }, sessions.page);
    },
    close: async () => {
      chromium.kill();
      await once(chromium, 'exit');
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** The part of Chromium's answers that is read here. */
interface Reply {
  readonly result?: { readonly value?: unknown };
  readonly sessionId?: string;
  readonly targetInfos?: readonly { readonly targetId: string }[];
}

type Send = (method: string, params: object, session?: string) => Promise<Reply>;

interface Message {
  /** In answers: the number of the command. */
  readonly id?: number;
  readonly result?: Reply;
  readonly error?: { readonly message: string };
  /** In events. */
  readonly method?: string;
  readonly params?: {
    readonly sessionId: string;
    readonly targetInfo: { readonly type: string; readonly subtype?: string };
  };
}

/** Sends commands, and notes the sessions of the documents in the tab as they are attached. */
function protocolOver(socket: WebSocket): {
  readonly send: Send;
  readonly sessions: { page: string; ahead?: string };
} {
  const sessions: { page: string; ahead?: string } = { page: '' };
  const waiting = new Map<number, PromiseWithResolvers<Reply>>();
  let commands = 0;
  socket.addEventListener('message', ({ data }) => {
    const { id = 0, result = {}, error, method, params }: Message = JSON.parse(String(data));
    if (error) waiting.get(id)?.reject(new Error(error.message));
    else waiting.get(id)?.resolve(result);
    if (method !== 'Target.attachedToTarget' || params?.targetInfo.type !== 'page') return;
    if (params.targetInfo.subtype === 'prerender') sessions.ahead = params.sessionId;
    else sessions.page = params.sessionId;
  });
  const send: Send = (method, params, sessionId) => {
    commands += 1;
    const answer = Promise.withResolvers<Reply>();
    waiting.set(commands, answer);
    socket.send(JSON.stringify({ id: commands, method, params, sessionId }));
    return answer.promise;
  };
  return { send, sessions };
}

/** Attaches to the first tab and to every document in it. */
async function followTab(send: Send): Promise<void> {
  const { targetInfos = [] } = await send('Target.getTargets', { filter: [{ type: 'tab' }] });
  const tab = await send('Target.attachToTarget', {
    targetId: targetInfos[0]?.targetId,
    flatten: true,
  });
  const everything = { autoAttach: true, waitForDebuggerOnStart: false, flatten: true };
  await send('Target.setAutoAttach', everything, tab.sessionId);
}

/** The address of the protocol, which Chromium writes to its error output when it is ready. */
async function addressIn(output: Readable): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const [address] = /ws:\/\/\S+/.exec(line) ?? [];
    if (address) return address;
  }
  throw new Error('Chromium ended before it could be spoken to.');
}

/** An expression for the middle of an element, in pixels from the top left of the window. */
function middleOf(selector: string): string {
  const rectangle = `document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect()`;
  return `(({ x, y, width, height }) => [x + width / 2, y + height / 2].join())(${rectangle})`;
}
