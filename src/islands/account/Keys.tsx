import { type ReactNode, useEffect, useRef, useState } from 'react';
import { call } from '../../client/api/call.ts';
import type { CallResult, Failure } from '../../client/api/call-result.ts';
import { failureMessage } from '../../client/failure-message.ts';
import { utcDay } from '../../contract/durations.ts';
import {
  changeKey,
  endKey,
  formerSecretDays,
  type KeyReply,
  makeKey,
  type NewKey,
  personalKeyPrefix,
  readKey,
  rotateKey,
} from '../../contract/keys.ts';
import { localizedPath } from '../../contract/language.ts';
import { languageRecords } from '../../contract/language-records.ts';
import type { CapWindow } from '../../contract/limits.ts';
import { fill } from '../../i18n/fill.ts';
import {
  CopyButton,
  LoadMore,
  QuietButton,
  TextButton,
  WaitingButton,
} from '../shared/buttons.tsx';
import { Empty } from '../shared/Empty.tsx';
import type { PagedQuery, RowProps } from '../shared/use-paged-query.ts';
import type { AccountLabels, PartProps, SectionProps } from './account-props.ts';
import { KeyForm, shownWindows } from './KeyForm.tsx';
import { FailureAlert, Moment, QueryView, Section } from './Section.tsx';
import './Keys.css';

/** The user's personal keys, with what each has used; a new secret is shown once. */
export function Keys(props: SectionProps & { readonly list: PagedQuery<KeyReply> }) {
  const { id, labels, language, list } = props;
  const { keys: texts } = labels;
  const [made, setMade] = useNewKeys();
  const [isMaking, setMaking] = useState(false);
  const [message, setMessage] = useState('');
  const sending = useSending();
  const finish: OnDone = ({ key, text = '' }) => {
    setMessage(text);
    if (key) {
      setMade((before) => [key, ...before]);
      setMaking(false);
    } else document.getElementById(`${id}-title`)?.focus();
    list.first.refetch();
  };
  const guide = (
    <a href={localizedPath('/developers/keys/', language)} className="text-link">
      {texts.guide}
    </a>
  );
  return (
    <Section id={id} title={texts.title}>
      {made.map((one) => (
        <NewSecret
          key={one.secret}
          {...props}
          made={one}
          origin={location.origin}
          onStored={() => {
            setMade((before) => before.filter(({ secret }) => secret !== one.secret));
            finish({ text: texts.stored });
          }}
        />
      ))}
      <QueryView query={list.first} labels={labels}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty text={texts.empty}>{guide}</Empty>
          ) : (
            <p>
              {texts.lead} {guide}
            </p>
          )
        }
      </QueryView>
      <p className="action-row">
        <QuietButton aria-expanded={isMaking} onClick={() => setMaking(!isMaking)}>
          {texts.make}
        </QuietButton>
        <span role="status">{message}</span>
      </p>
      {isMaking ? (
        <KeyForm
          {...{ ...props, ...sending }}
          onSave={(body) => void sending.send(call(makeKey, { body }), (key) => finish({ key }))}
        />
      ) : null}
      {list.items.length === 0 ? null : (
        <ul className="lines account-keys">
          {list.items.map((key, index) => (
            <Key
              key={key.id}
              {...{ ...props, stored: key, rowProps: list.rowProps(index), onDone: finish }}
            />
          ))}
        </ul>
      )}
      <LoadMore
        list={list}
        label={texts.more}
        failure={list.moreFailure && failureMessage(list.moreFailure, labels)}
      />
    </Section>
  );
}

type OnDone = (done: { readonly key?: NewKey; readonly text?: string }) => void;

/** The keys whose secrets are shown, until the user leaves the section or the page. */
function useNewKeys() {
  const [made, setMade] = useState<readonly NewKey[]>([]);
  useEffect(() => {
    const forget = () => setMade([]);
    const leaving = ['hashchange', 'pagehide'] as const;
    for (const event of leaving) addEventListener(event, forget);
    return () => {
      for (const event of leaving) removeEventListener(event, forget);
    };
  }, []);
  return [made, setMade] as const;
}

/** Sends a call about a key, and keeps why it failed. */
function useSending() {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const send = async <Value,>(
    sending: Promise<CallResult<Value>>,
    onDone: (value: Value) => void,
  ) => {
    setBusy(true);
    setFailure(undefined);
    const result = await sending;
    setBusy(false);
    if (result.ok) onDone(result.value);
    else setFailure(result);
  };
  return { isBusy, failure, send };
}

interface NewSecretProps extends PartProps {
  readonly made: NewKey;
  /** The origin of the site, whose API tells a key about itself. */
  readonly origin: string;
  readonly onStored: () => void;
}

/** The secret of a key, and a first call with it. The focus moves here. */
export function NewSecret({ labels, format, made, origin, onStored }: NewSecretProps) {
  const { keys: texts } = labels;
  const { name, secret, formerUntil } = made;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const curl = `curl -H "Authorization: Bearer ${secret}" ${origin}${readKey.path}`;
  return (
    <div className="account-said account-secret">
      <h3 ref={heading} tabIndex={-1}>
        {fill(texts.secretOf, { name })}
      </h3>
      <p>
        <strong>{texts.once}</strong>
        {formerUntil ? (
          <>
            {' '}
            <Moment time={formerUntil} text={texts.formerUntil} format={format} />
          </>
        ) : null}
      </p>
      <Copied text={secret} label={texts.secret} texts={texts} />
      <Copied text={curl} label={texts.tryIt} texts={texts} />
      <button type="button" className="button" onClick={onStored}>
        {texts.haveStored}
      </button>
    </div>
  );
}

function Copied({
  text,
  label,
  texts,
}: {
  readonly text: string;
  readonly label: string;
  readonly texts: AccountLabels['keys'];
}) {
  return (
    <div>
      <div className="row">
        <b>{label}</b>
        <CopyButton text={text} name={`${texts.copy}: ${label}`} labels={texts} />
      </div>
      <code>{text}</code>
    </div>
  );
}

interface KeyProps extends PartProps {
  readonly stored: KeyReply;
  readonly rowProps: RowProps;
  readonly onDone: OnDone;
}

/** The changes that the owner of a key can make to it. */
const actions = ['change', 'renew', 'end'] as const;

function Key(props: KeyProps) {
  const { labels, format, stored, rowProps } = props;
  const { keys: texts } = labels;
  const { name, ending, endedAt, lastDay } = stored;
  const [open, setOpen] = useState<(typeof actions)[number]>();
  const isOver = lastDay !== undefined && lastDay < utcDay(new Date());
  const state = endedAt ? fill(texts.ended, { day: dayIn(format, endedAt) }) : texts.over;
  return (
    <li {...rowProps}>
      <div className="row account-key-head">
        <h3>{name}</h3>
        <code>
          {personalKeyPrefix}…{ending}
        </code>
        {endedAt || isOver ? <span className="state">{state}</span> : null}
      </div>
      <p className="small">{choicesText(props)}</p>
      {stored.formerUntil ? (
        <p className="small">
          <Moment time={stored.formerUntil} text={texts.formerUntil} format={format} />
        </p>
      ) : null}
      <dl className="account-key-use">
        {(endedAt ? (['life'] as const) : shownWindows).map((window) => (
          <Use key={window} {...props} window={window} />
        ))}
      </dl>
      {endedAt ? null : (
        <p className="row">
          {actions.map((action) => (
            <TextButton
              key={action}
              aria-expanded={open === action}
              aria-label={fill(texts.actionsOf[action], { name })}
              onClick={() => setOpen(open === action ? undefined : action)}
            >
              {texts.actions[action]}
            </TextButton>
          ))}
        </p>
      )}
      {endedAt || !open ? null : (
        <Action key={open} {...props} action={open} onClose={() => setOpen(undefined)} />
      )}
    </li>
  );
}

/** The form of a change, or the question before a renewal or an end. */
function Action({
  action,
  onClose,
  ...props
}: KeyProps & { readonly action: (typeof actions)[number]; readonly onClose: () => void }) {
  const { labels, stored, onDone } = props;
  const { keys: texts } = labels;
  const { id, name } = stored;
  const { isBusy, failure, send } = useSending();
  const params = { id };
  const done: OnDone = (result) => {
    onClose();
    onDone(result);
  };
  if (action === 'change') {
    return (
      <KeyForm
        {...{ ...props, isBusy, failure }}
        onSave={(body) =>
          void send(call(changeKey, { params, body }), () => done({ text: texts.saved }))
        }
      />
    );
  }
  const isEnd = action === 'end';
  const press = () =>
    isEnd
      ? send(call(endKey, { params }), () => done({ text: fill(texts.endedNow, { name }) }))
      : send(call(rotateKey, { params }), (key) => done({ key }));
  return (
    <div className="account-rule">
      <p className="account-text">{fill(texts.asked[action], { days: formerSecretDays })}</p>
      <WaitingButton
        className={isEnd ? 'button account-danger' : 'button quiet'}
        isWaiting={isBusy}
        onClick={() => void press()}
      >
        {texts.confirm[action]}
      </WaitingButton>
      <FailureAlert failure={failure} labels={labels} />
    </div>
  );
}

/** Says in a line what a key may run and read, until when, and when it was used. */
function choicesText({ labels, language, names, format, stored }: KeyProps): string {
  const { keys: texts } = labels;
  const { flows, reads, lastDay, usedOn } = stored;
  const list = new Intl.ListFormat(languageRecords[language].dateLocale);
  const tools = flows && list.format(flows.map((flow) => names.flows[flow] ?? flow));
  const read = list.format(['own' as const, ...reads].map((one) => texts.readsOf[one]));
  return [
    tools === undefined ? texts.runsAll : fill(texts.runs, { tools }),
    fill(texts.reads, { read }),
    lastDay === undefined ? texts.noLastDay : fill(texts.until, { day: dayIn(format, lastDay) }),
    usedOn === undefined ? texts.unused : fill(texts.usedOn, { day: dayIn(format, usedOn) }),
  ].join(' · ');
}

/** The UTC day of a key. */
function dayIn(format: PartProps['format'], time: string): string {
  return format.period('day', time, 'long');
}

/** The use of a key in a window, and its cap there. */
function Use({
  labels,
  format,
  stored,
  window,
}: KeyProps & { readonly window: CapWindow }): ReactNode {
  const { keys: texts } = labels;
  const { spent, held, cap, resetsAt } = stored.use[window];
  const used = spent + held;
  const values = { spent: format.credits(spent), held: format.whole(held) };
  const capText = cap !== undefined && used >= cap ? texts.capReached : texts.cap;
  const name = texts.windows[window];
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {fill(texts.used, values)}
        {cap === undefined ? null : (
          <meter max={cap} value={Math.min(used, cap)} aria-label={`${name}: ${texts.ofCap}`} />
        )}
        <span className="small">
          {cap === undefined ? texts.noCapHere : fill(capText, { cap: format.whole(cap) })}
        </span>
        {resetsAt ? (
          <span className="small">{fill(texts.anew, { time: format.utc(resetsAt) })}</span>
        ) : null}
      </dd>
    </div>
  );
}
