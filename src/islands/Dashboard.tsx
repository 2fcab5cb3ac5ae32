import { useStore } from '@nanostores/react';
import { useEffect, useId, useRef, useState, type ReactNode, type SubmitEvent } from 'react';
import { authBackend } from '../backend/auth.ts';
import { ownerClient } from '../backend/client.ts';
import { scorerBackend } from '../backend/overlays.ts';
import { OVERLAY_SIZE } from '../config/limits.ts';
import {
  fieldText,
  isNumberField,
  rangeOf,
  type DraftField,
  type NumberField,
} from '../core/overlay/draft.ts';
import type { Failure } from '../core/failure.ts';
import { overlayLink } from '../core/overlay/address.ts';
import { copyText } from '../stores/clipboard.ts';
import { createDashboard, type Dashboard as Desk } from '../stores/overlay/desk.ts';
import { steadyNow } from '../stores/visit.ts';
import { Board, type BoardTexts } from '../ui/board/BarLayout.tsx';
import { ClockDigits } from '../ui/board/ClockDigits.tsx';

type Reason = 'offline' | 'sessionExpired' | 'tooMany' | 'unknown';

type Text =
  | 'title'
  | 'logOut'
  | 'logOutFailed'
  | 'preview'
  | 'loadFailed'
  | 'retry'
  | `overlay.${'title' | 'link' | 'loading' | 'copy' | 'copied' | 'copyFailed' | 'open' | 'help'}`
  | `form.${'title' | 'playerA' | 'playerB' | 'scoreA' | 'scoreB' | 'raceTo' | 'save' | 'saving'}`
  | `form.${'saved' | 'unsaved' | 'changedElsewhere' | 'takeTheirs'}`
  | `clock.${'title' | 'start' | 'stop' | 'reset' | 'running' | 'stopped'}`
  | `connection.${'live' | 'reconnecting' | 'offline'}`;

export interface DashboardTexts extends Readonly<Record<Text, string>> {
  /** Sentences that name a reason, a field or a limit, made while the page is rendered. */
  readonly saveFailed: Readonly<Record<Reason, string>>;
  readonly clockFailed: Readonly<Record<Reason, string>>;
  readonly nameTooLong: string;
  readonly outOfRange: Readonly<Record<NumberField, string>>;
  readonly increase: Readonly<Record<'s1' | 's2', string>>;
  readonly decrease: Readonly<Record<'s1' | 's2', string>>;
  readonly board: BoardTexts;
}

interface Props {
  readonly texts: DashboardTexts;
  readonly loginPath: string;
}

const reasonOf = ({ kind }: Failure): Reason =>
  kind === 'offline' || kind === 'sessionExpired' || kind === 'tooMany' ? kind : 'unknown';

const open = ({ texts, loginPath }: Props): Desk => {
  let backends:
    { auth: ReturnType<typeof authBackend>; scorer: ReturnType<typeof scorerBackend> } | undefined;
  const connect = () => {
    if (!backends) {
      const client = ownerClient();
      backends = { auth: authBackend(client), scorer: scorerBackend(client) };
    }
    return backends;
  };
  return createDashboard({
    auth: () => connect().auth,
    backend: () => connect().scorer,
    storage: () => sessionStorage,
    now: steadyNow,
    leave: () => location.replace(loginPath),
    logOutFailed: () => alert(texts.logOutFailed),
  });
};

interface PartProps {
  readonly desk: Desk;
  readonly texts: DashboardTexts;
}

const OverlayLink = ({ desk, texts }: PartProps) => {
  const overlay = useStore(desk.$overlay, { ssr: 'initial' });
  const [copied, setCopied] = useState<boolean | null>(null);
  const box = useRef<HTMLElement>(null);
  const ready = overlay.status === 'ready';
  const link = ready ? overlayLink(location.origin, overlay.token) : '';

  const copy = async (): Promise<void> => {
    const done = await copyText(link);
    setCopied(done);
    // By hand, then: the link stands selected.
    if (!done && box.current) getSelection()?.selectAllChildren(box.current);
  };

  return (
    <section className="panel desk__link" aria-labelledby="overlay-title">
      <h2 className="desk__heading" id="overlay-title">
        {texts['overlay.title']}
      </h2>
      {overlay.status === 'failed' && (
        <div className="alert alert--error desk__problem" role="alert">
          {texts.loadFailed}
          <button className="button" type="button" onClick={desk.retry}>
            {texts.retry}
          </button>
        </div>
      )}
      <p className="field__label">{texts['overlay.link']}</p>
      <code
        className="desk__address"
        ref={box}
        dir={ready ? 'ltr' : undefined}
        data-testid="overlay-link"
        data-overlay-id={ready ? overlay.id : undefined}
      >
        {ready ? link : texts['overlay.loading']}
      </code>
      <div className="button-row">
        <button className="button" type="button" disabled={!ready} onClick={() => void copy()}>
          {texts['overlay.copy']}
        </button>
        {ready && (
          <a className="button button--quiet" href={link} target="_blank" rel="noreferrer">
            {texts['overlay.open']}
          </a>
        )}
      </div>
      <p className="desk__note" role="status">
        {copied !== null && texts[copied ? 'overlay.copied' : 'overlay.copyFailed']}
      </p>
      <p className="field__hint">{texts['overlay.help']}</p>
    </section>
  );
};

const OnAir = ({ desk, texts }: PartProps) => {
  const { board, connection } = useStore(desk.$live, { ssr: 'initial' });
  const frame = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const node = frame.current;
    if (!node) return undefined;
    const watch = new ResizeObserver(([entry]) => {
      if (entry) node.style.setProperty('--scale', String(entry.contentRect.width / OVERLAY_SIZE.width));
    });
    watch.observe(node);
    return () => watch.disconnect();
  }, []);

  return (
    <section className="desk__air" aria-labelledby="preview-title">
      <div className="desk__air-head">
        <h2 className="desk__heading" id="preview-title">
          {texts.preview}
        </h2>
        <p className={`desk__connection desk__connection--${connection}`} role="status">
          {connection !== 'connecting' && texts[`connection.${connection}`]}
        </p>
      </div>
      <div className="desk__preview" ref={frame}>
        {board && (
          <Board state={board} theme={board.theme} $clockText={desk.$clockText} texts={texts.board} />
        )}
      </div>
    </section>
  );
};

interface FieldProps extends PartProps {
  readonly field: DraftField;
  readonly label: string;
  /** What stands beside the field. */
  readonly children?: ReactNode;
}

const Field = ({ desk, texts, field, label, children }: FieldProps) => {
  const { board } = useStore(desk.$live, { ssr: 'initial' });
  const { edits, hints, conflicts } = useStore(desk.$draft, { ssr: 'initial' });
  const id = useId();
  const hint = hints[field];
  const numeric = isNumberField(field);
  const hintText = hint && (isNumberField(field) ? texts.outOfRange[field] : texts.nameTooLong);
  return (
    <div className={`field desk__field desk__field--${field.toLowerCase()}`}>
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <div className="desk__control">
        <input
          className="field__control"
          id={id}
          type={numeric ? 'number' : 'text'}
          {...(isNumberField(field)
            ? { inputMode: 'decimal', step: 'any', ...rangeOf(field) }
            : { dir: 'auto', autoCapitalize: 'words' })}
          autoComplete="off"
          disabled={!board}
          value={fieldText(board, edits, field)}
          onChange={(event) => desk.edit(field, event.currentTarget.value)}
          onFocus={(event) => {
            // A score is replaced more often than it is corrected.
            if (numeric) event.currentTarget.select();
          }}
          onWheel={(event) => {
            // A page that is scrolled over a score must not change it.
            if (numeric) event.currentTarget.blur();
          }}
          aria-invalid={hint === 'scoreOutOfRange' || undefined}
          aria-describedby={`${id}-hint`}
        />
        {children}
      </div>
      <p
        id={`${id}-hint`}
        className={hint === 'scoreOutOfRange' ? 'field__error' : 'field__hint'}
        role="status"
      >
        {hintText ?? (conflicts.includes(field) ? texts['form.changedElsewhere'] : '')}
      </p>
    </div>
  );
};

const Steppers = ({
  desk,
  texts,
  field,
  disabled,
}: PartProps & { field: 's1' | 's2'; disabled: boolean }) => (
  <>
    {([-1, 1] as const).map((by) => (
      <button
        key={by}
        className={`desk__step desk__step--${by > 0 ? 'up' : 'down'}`}
        type="button"
        disabled={disabled}
        onClick={() => desk.step(field, by)}
      >
        <span aria-hidden="true">{by > 0 ? '+' : '−'}</span>
        <span className="visually-hidden">{texts[by > 0 ? 'increase' : 'decrease'][field]}</span>
      </button>
    ))}
  </>
);

const SaveStatus = ({ desk, texts }: PartProps) => {
  const saving = useStore(desk.$saving, { ssr: 'initial' });
  const { edits } = useStore(desk.$draft, { ssr: 'initial' });
  const dirty = Object.keys(edits).length > 0;
  const words = {
    idle: dirty ? texts['form.unsaved'] : '',
    saving: texts['form.saving'],
    saved: dirty ? texts['form.unsaved'] : texts['form.saved'],
    failed: '',
  }[saving.status];
  const failed = saving.status === 'failed';
  return (
    <>
      <div role="alert" className={failed ? 'alert alert--error' : undefined}>
        {failed && texts.saveFailed[reasonOf(saving.failure)]}
      </div>
      <p
        className={`desk__status desk__status--${dirty && saving.status === 'saved' ? 'idle' : saving.status}`}
        role="status"
        data-testid="save-status"
      >
        {words}
      </p>
    </>
  );
};

const QuickUpdate = ({ desk, texts }: PartProps) => {
  const { status } = useStore(desk.$overlay, { ssr: 'initial' });
  const { board } = useStore(desk.$live, { ssr: 'initial' });
  const saving = useStore(desk.$saving, { ssr: 'initial' });
  const { conflicts } = useStore(desk.$draft, { ssr: 'initial' });
  const ready = status === 'ready';

  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void desk.save();
  };

  const parts = { desk, texts };
  return (
    <form
      className="panel desk__form"
      method="post"
      noValidate
      onSubmit={submit}
      aria-labelledby="update-title"
    >
      <h2 className="desk__heading" id="update-title">
        {texts['form.title']}
      </h2>
      <div className="desk__fields">
        <Field {...parts} field="p1" label={texts['form.playerA']} />
        <Field {...parts} field="s1" label={texts['form.scoreA']}>
          <Steppers {...parts} field="s1" disabled={!board} />
        </Field>
        <Field {...parts} field="p2" label={texts['form.playerB']} />
        <Field {...parts} field="s2" label={texts['form.scoreB']}>
          <Steppers {...parts} field="s2" disabled={!board} />
        </Field>
        <Field {...parts} field="raceTo" label={texts['form.raceTo']} />
      </div>
      <div className="desk__save">
        {conflicts.length > 0 && (
          <button className="button button--quiet" type="button" onClick={desk.takeTheirs}>
            {texts['form.takeTheirs']}
          </button>
        )}
        <SaveStatus {...parts} />
        <button className="button button--primary button--large" type="submit" disabled={!ready}>
          {texts[saving.status === 'saving' ? 'form.saving' : 'form.save']}
        </button>
      </div>
    </form>
  );
};

const MatchClock = ({ desk, texts }: PartProps) => {
  const { status } = useStore(desk.$overlay, { ssr: 'initial' });
  const { board } = useStore(desk.$live, { ssr: 'initial' });
  const { failure } = useStore(desk.$clock, { ssr: 'initial' });
  const running = board?.clock.running ?? false;
  const ready = status === 'ready';
  return (
    <section className="panel desk__clock" aria-labelledby="clock-title">
      <div className="desk__air-head">
        <h2 className="desk__heading" id="clock-title">
          {texts['clock.title']}
        </h2>
        <p className={`desk__running ${running ? 'desk__running--on' : ''}`} role="status">
          {board && texts[running ? 'clock.running' : 'clock.stopped']}
        </p>
      </div>
      <p className="desk__time" dir="ltr" role="timer">
        <ClockDigits $text={desk.$clockText} />
      </p>
      <div role="alert" className={failure ? 'alert alert--error' : undefined}>
        {failure && texts.clockFailed[reasonOf(failure)]}
      </div>
      <div className="desk__clock-buttons">
        {(['start', 'stop', 'reset'] as const).map((action) => (
          <button
            key={action}
            className={`button ${action === 'reset' ? 'button--quiet' : ''}`}
            type="button"
            disabled={!ready}
            onClick={() => void desk.moveClock(action)}
          >
            {texts[`clock.${action}`]}
          </button>
        ))}
      </div>
    </section>
  );
};

/** The scorer's desk. */
export default function Dashboard(props: Props) {
  const [desk] = useState(() => open(props));
  const parts = { desk, texts: props.texts };
  const { status } = useStore(desk.$overlay, { ssr: 'initial' });
  return (
    <div className="desk">
      <header className="desk__head">
        <h1 className="desk__title">{props.texts.title}</h1>
        <button
          className="button"
          type="button"
          disabled={status === 'loading'}
          onClick={() => void desk.logOut()}
        >
          {props.texts.logOut}
        </button>
      </header>
      <OnAir {...parts} />
      <QuickUpdate {...parts} />
      <div className="desk__side">
        <MatchClock {...parts} />
        <OverlayLink {...parts} />
      </div>
    </div>
  );
}
