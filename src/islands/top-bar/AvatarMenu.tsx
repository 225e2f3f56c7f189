import { Menu, MenuButton, MenuItem, MenuItems } from '@headlessui/react';
import { useLayoutEffect, useRef, useState } from 'react';
import { letterOf, pictureOf } from '../../client/start/signed-in-bar.ts';
import { forgetUser } from '../../client/state/former-user.ts';
import { logoutPath } from '../../contract/session.ts';
import type { User } from '../../contract/user.ts';
import { fill } from '../../i18n/fill.ts';

export interface AvatarLabels {
  readonly openSettings: string;
  /** With the placeholder `{number}`. */
  readonly credits: string;
  readonly account: string;
  readonly flows: string;
  readonly logout: string;
}

export interface AvatarMenuProps {
  readonly user: User;
  readonly accountPath: string;
  readonly flowsPath: string;
  readonly labels: AvatarLabels;
  /** Whether the avatar that the menu replaces had the focus. */
  readonly isFocused: boolean;
  /** Whether it was pressed. */
  readonly isPressed: boolean;
}

/** The avatar and its settings menu: a chunk of its own that only signed-in users fetch. */
export default function AvatarMenu({
  user,
  accountPath,
  flowsPath,
  labels,
  isFocused,
  isPressed,
}: AvatarMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (isFocused) button.current?.focus({ preventScroll: true });
    if (isPressed) button.current?.click();
  }, [isFocused, isPressed]);
  const links = [
    [accountPath, labels.account],
    [flowsPath, labels.flows],
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
      {/* Not modal: to lock the page would take longer than the rest of opening the menu. */}
      <MenuItems
        modal={false}
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
