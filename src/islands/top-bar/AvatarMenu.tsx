import { Menu, MenuButton, MenuItem, MenuItems } from '@headlessui/react';
import {
  type SyntheticEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { flushSync } from 'react-dom';
import { letterOf, pictureOf } from '../../client/start/signed-in-bar.ts';
import { forgetUser } from '../../client/state/former-user.ts';
import { pageSession, type SessionState } from '../../client/state/session-store.ts';
import { type Language, localizedPath } from '../../contract/language.ts';
import { logoutPath } from '../../contract/session.ts';
import type { User } from '../../contract/user.ts';
import { fill } from '../../i18n/fill.ts';

interface AvatarMenuProps {
  readonly language: Language;
  readonly labels: {
    readonly openSettings: string;
    /** With the placeholder `{number}`. */
    readonly credits: string;
    readonly account: string;
    readonly flows: string;
    readonly logout: string;
  };
}

/**
 * The avatar with its settings menu: an island that only signed-in users fetch. Until then
 * `signed-in-bar.ts` shows the avatar in its place, which React leaves as it is: its only child is a
 * text, whose difference is suppressed.
 */
export default function AvatarMenu(props: AvatarMenuProps) {
  const session = useSyncExternalStore(pageSession.subscribe, pageSession.current, whileLoading);
  const user = session.status === 'signed-in' && session.user.name ? session.user : undefined;
  const place = useRef<HTMLAnchorElement>(null);
  const [isPressed, setPressed] = useState(false);
  const [menu, setMenu] = useState<{ readonly isFocused: boolean }>();
  const isWanted = user !== undefined;
  useEffect(() => {
    if (!isWanted) return;
    let isAwaited = true;
    void released(place.current).then(() => {
      if (!isAwaited) return;
      const isFocused = place.current !== null && place.current === document.activeElement;
      // At once: between asking for the focus and showing the menu, nobody can move the focus.
      flushSync(() => setMenu({ isFocused }));
    });
    // Not while the session is unknown: the press may come before the effects of the first rendering.
    return () => {
      isAwaited = false;
      setMenu(undefined);
      setPressed(false);
    };
  }, [isWanted]);

  const press = (event: SyntheticEvent) => {
    // A press that was held comes before React has rendered the session.
    if (pageSession.current().status !== 'signed-in') return;
    event.preventDefault();
    setPressed(true);
  };

  if (menu && user) return <Settings {...props} user={user} isPressed={isPressed} {...menu} />;
  return (
    <a
      ref={place}
      href={localizedPath('/account/', props.language)}
      title={props.labels.openSettings}
      className="avatar-place for-users"
      suppressHydrationWarning
      onClick={press}
      onKeyDown={(event) => {
        if (event.key === ' ') press(event);
      }}
    >
      {props.labels.account}
    </a>
  );
}

const loading: SessionState = { status: 'loading' };

/** While React hydrates, it renders what the build has rendered. */
const whileLoading = () => loading;

/**
 * Resolves when no pointer presses an element. A press is lost when its element is replaced before its
 * click: the browser then sends none (UI Events, section 4.3.4.2). The click follows the release in
 * the same task, and React may take over in between, when the element is no longer active.
 */
async function released(element: HTMLElement | null): Promise<void> {
  await nextTask();
  if (!element?.matches(':active')) return;
  const { promise, resolve } = Promise.withResolvers<Event>();
  for (const type of ['pointerup', 'pointercancel']) {
    addEventListener(type, resolve, { once: true });
  }
  await promise;
  await nextTask();
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

interface SettingsProps extends AvatarMenuProps {
  readonly user: User;
  /** Whether the avatar that the menu replaces had the focus. */
  readonly isFocused: boolean;
  /** Whether it was pressed. */
  readonly isPressed: boolean;
}

function Settings({ user, language, labels, isFocused, isPressed }: SettingsProps) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (isFocused) button.current?.focus({ preventScroll: true });
    if (isPressed) button.current?.click();
  }, [isFocused, isPressed]);
  const links = [
    [localizedPath('/account/', language), labels.account],
    [localizedPath('/flows/', language), labels.flows],
    [logoutPath, labels.logout, forgetUser],
  ] as const;
  return (
    <Menu as="div" className="relative">
      <MenuButton
        ref={button}
        title={labels.openSettings}
        aria-label={labels.openSettings}
        className="avatar-button relative block rounded-full"
      >
        <Avatar user={user} />
      </MenuButton>
      {/* Not modal, because locking the page takes longer than the rest of opening the menu. Hidden
          when closed, because React takes longer to build the menu anew than to show it. */}
      <MenuItems
        modal={false}
        unmount={false}
        className="menu absolute right-0 mt-2 w-52 rounded border border-line bg-paper p-1 text-ink [box-shadow:0_1rem_2rem_rgb(0_0_0/20%)] focus:outline-none"
      >
        <MenuItem disabled>
          <span className="block border-b border-line px-3 py-2 font-mono text-sm text-soft">
            {fill(labels.credits, { number: user.app_metadata.credits })}
          </span>
        </MenuItem>
        {links.map(([path, label, onClick]) => (
          <MenuItem key={path}>
            <a href={path} className={itemStyle} onClick={onClick}>
              {label}
            </a>
          </MenuItem>
        ))}
      </MenuItems>
    </Menu>
  );
}

const itemStyle = 'block rounded px-3 py-2.5 data-focus:bg-mist data-focus:underline';

/** The user's picture, or their first letter when none may be shown or it fails to load. */
function Avatar({ user }: { readonly user: User }) {
  const [failed, setFailed] = useState(false);
  const picture = pictureOf(user);
  if (picture === undefined || failed) return <span className="avatar">{letterOf(user)}</span>;
  return (
    <img
      src={picture}
      alt=""
      width={40}
      height={40}
      decoding="sync"
      referrerPolicy="no-referrer"
      className="avatar"
      onError={() => setFailed(true)}
    />
  );
}
