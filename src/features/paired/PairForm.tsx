import { useStore } from '@nanostores/react';
import { useId, useRef, useState } from 'react';
import { alwaysShowing } from '../../core/television/programme.ts';
import { televisionLook, televisionQuery } from '../../core/television/look.ts';
import { Problem } from '../../kit/Problem.tsx';
import { SettingFields as DeviceFields } from './DeviceSettings.tsx';
import { named } from './device-words.ts';
import type { DeviceSetting, PartProps, TelevisionSetting } from './props.ts';
import { SettingFields as TelevisionFields } from './TelevisionSettings.tsx';

const NEW_DEVICE: DeviceSetting = { title: '', role: 'service', tableId: null };

/**
 * Pairs the television or device that shows a code. A found code shows the fields for its kind. After a failure, the
 * fields keep their values. A wrong code is reported at its field. Success is reported beside the key, wherever the
 * form is on the screen.
 */
export const PairForm = (props: PartProps) => {
  const { texts, paired: store } = props;
  const { typed, kind, isBusy, problem, failure, paired } = useStore(store.$pairing, { ssr: 'initial' });
  const [television, setTelevision] = useState<TelevisionSetting>({
    title: '',
    tableId: null,
    programme: alwaysShowing('tables'),
    query: televisionQuery(televisionLook('', texts.locale)),
  });
  const [device, setDevice] = useState(NEW_DEVICE);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const send = async (): Promise<void> => {
    if (kind === null) await store.find();
    else if (kind === 'television') await store.pairTelevision(television);
    else await store.pairDevice(named(device, texts));
  };
  const submit = async (): Promise<void> => {
    await send();
    const after = store.$pairing.get();
    if (after.problem !== null) field.current?.focus();
    // The next one is likely to get the same settings.
    if (after.paired === 'television') setTelevision({ ...television, title: '' });
    if (after.paired === 'device') setDevice({ ...device, title: '' });
  };
  const problemText = (): string => {
    if (problem === null) return '';
    return problem === 'full' ? texts.paired[kind ?? 'television'].full : texts.paired[problem];
  };
  return (
    <form
      className="paired__form"
      noValidate
      action={() => {
        void submit();
      }}
    >
      <div className="field">
        <label className="field__label" htmlFor={id}>
          {texts.paired.code}
        </label>
        <input
          className="field__control paired__code"
          ref={field}
          id={id}
          dir="ltr"
          required
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          value={typed}
          aria-invalid={problem !== null || undefined}
          aria-describedby={`${id}-problem`}
          onChange={(event) => store.type(event.currentTarget.value)}
          onKeyDown={(event) => {
            // It was already looked up, so Enter goes on to its settings: it doesn't pair with those not yet seen.
            if (event.key !== 'Enter' || kind === null) return;
            event.preventDefault();
            event.currentTarget.form?.querySelectorAll('input')[1]?.focus();
          }}
        />
        <p className="field__error" id={`${id}-problem`} role="status">
          {problemText()}
        </p>
      </div>
      <p role="status">{kind !== null && texts.paired[kind].found}</p>
      {kind === 'television' && <TelevisionFields {...props} setting={television} change={setTelevision} />}
      {kind === 'device' && <DeviceFields {...props} setting={device} change={setDevice} />}
      <Problem failure={failure} texts={texts} />
      <div className="paired__send">
        <button className="button button--primary" type="submit" disabled={isBusy}>
          {kind === null ? texts.paired.find : texts.paired[kind].pair}
        </button>
        <p className="paired__there" role="status">
          {paired !== null && texts.paired[paired].paired}
        </p>
      </div>
    </form>
  );
};
