import { otherSide, SIDES } from '../../../rules/rules.ts';
import { snookerOffer, type SnookerState } from '../rules.ts';
import { formatMessage } from '../../../i18n/format.ts';
import { nameIn } from '../../../features/pad-parts/names.ts';
import type { MoreEntry, PartProps, SheetOf } from '../../../features/pad-parts/props.ts';

type Parts = Pick<PartProps, 'scored' | 'texts' | 'tap'>;

/** A sheet for choosing one of the two sides. */
const sideSheet = ({ texts, tap }: Parts, kind: 'concede' | 'award'): SheetOf => ({
  title: texts.pad.more[kind],
  draw: (scored, close) => (
    <div className="pad-choices">
      {SIDES.map((side) => (
        <button
          key={side}
          type="button"
          className="pad-key pad-choices__choice"
          data-key={`${kind}${side}`}
          onClick={() => {
            tap(kind, { side }, 'end');
            close();
          }}
        >
          {formatMessage(texts.pad.more[kind === 'concede' ? 'concedes' : 'awardTo'], {
            name: nameIn(scored, side, texts),
          })}
        </button>
      ))}
    </div>
  ),
});

const rerackSheet = ({ texts, tap }: Parts): SheetOf => ({
  title: texts.pad.more.rerack,
  note: texts.pad.more.rerackNote,
  draw: (_scored, close) => (
    <div className="pad-choices">
      <button
        type="button"
        className="pad-key pad-choices__choice"
        data-key="rerackYes"
        onClick={() => {
          tap('rerack', {}, 'end');
          close();
        }}
      >
        {texts.pad.more.rerackYes}
      </button>
    </div>
  ),
});

/** Entries for the "more" sheet: responses to a foul, and ways to end the frame. */
export const frameEntries = (parts: Parts): readonly MoreEntry[] => {
  const { scored, texts, tap } = parts;
  const state = scored.state as SnookerState;
  const { at } = state.frame;
  const offer = snookerOffer(state);
  const offender = at === null ? '' : nameIn(scored, otherSide(at), texts);
  return [
    ...(offer.playAgain
      ? [
          {
            name: 'playAgain',
            label: formatMessage(texts.pad.more.playAgain, { name: offender }),
            opens: () => void tap('playAgain', {}, 'end'),
          },
          {
            name: 'replay',
            label: formatMessage(texts.pad.more.replay, { name: offender }),
            note: texts.pad.more.replayNote,
            opens: () => void tap('playAgain', { replaced: offer.replaced }, 'end'),
          },
        ]
      : []),
    ...(offer.claim
      ? [
          {
            name: 'claim',
            label: texts.pad.more.claim,
            note: texts.pad.more.claimNote,
            opens: () => void tap('claim', {}, 'end'),
          },
        ]
      : []),
    ...(offer.close
      ? [
          { name: 'concede', label: texts.pad.more.concede, opens: sideSheet(parts, 'concede') },
          { name: 'award', label: texts.pad.more.award, opens: sideSheet(parts, 'award') },
          { name: 'rerack', label: texts.pad.more.rerack, opens: rerackSheet(parts) },
        ]
      : []),
  ];
};
