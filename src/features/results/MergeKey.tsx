import { useState } from 'react';
import type { FoundPlayer, PlayerSums } from '../../core/results/player.ts';
import { isolated } from '../../i18n/isolated.ts';
import { formatMessage, formatCount } from '../../i18n/format.ts';
import type { PlayerRecords } from './player.ts';
import { Dialog } from '../../kit/Dialog.tsx';
import type { ScreenTexts } from '../../kit/venue-texts.ts';
import { Problem } from '../../kit/Problem.tsx';
import { useChange } from '../../kit/useChange.ts';
import { PlayerSearch } from './PlayerSearch.tsx';

interface Props {
  readonly playerRecords: Pick<PlayerRecords, 'others' | 'merge'>;
  readonly texts: ScreenTexts;
  readonly player: PlayerSums;
}

/** A name with its matches: "Zoé (5 matches)". */
const withMatches = ({ name, matches }: Pick<FoundPlayer, 'name' | 'matches'>, texts: ScreenTexts): string =>
  formatMessage(texts.player.merge.counted, {
    name: isolated(name),
    matches: formatCount(texts.results.count, matches, texts.locale),
  });

/** Merges another player's names into this one's, after a choice and a confirmation. */
export const MergeKey = ({ playerRecords, texts, player }: Props) => {
  const [isOpen, setOpen] = useState(false);
  const [other, setOther] = useState<FoundPlayer | null>(null);
  const [refused, setRefused] = useState<'same' | 'unknown' | null>(null);
  const { busy, failure, run } = useChange();
  const close = (): void => {
    setOpen(false);
    setOther(null);
    setRefused(null);
    playerRecords.others.search('');
  };
  const go = async ({ key }: FoundPlayer): Promise<void> => {
    const done = await run(async () => {
      const outcome = await playerRecords.merge(key, player.key);
      if (typeof outcome !== 'string') return outcome;
      setRefused(outcome === 'merged' ? null : outcome);
      if (outcome === 'merged') close();
      return null;
    });
    if (!done) setRefused(null);
  };
  return (
    <>
      <button className="button" type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {texts.player.merge.open}
      </button>
      {isOpen && (
        <Dialog
          title={
            other
              ? formatMessage(texts.player.merge.question, { name: isolated(other.name) })
              : texts.player.merge.title
          }
          close={texts.tables.close}
          small
          onClose={close}
        >
          {other ? (
            <>
              <p>
                {formatMessage(texts.player.merge.becomes, {
                  other: withMatches(other, texts),
                  player: withMatches(player, texts),
                })}
              </p>
              <p>{texts.player.merge.stays}</p>
              <Problem failure={failure} texts={texts} />
              {refused && (
                <p className="alert" role="alert">
                  {texts.player.merge[refused]}
                </p>
              )}
              <div className="button-row">
                <button className="button" type="button" disabled={busy} onClick={() => void go(other)}>
                  {texts.player.merge.confirm}
                </button>
                <button className="button" type="button" onClick={() => setOther(null)}>
                  {texts.player.merge.another}
                </button>
              </div>
            </>
          ) : (
            <>
              <p>{formatMessage(texts.player.merge.about, { name: isolated(player.name) })}</p>
              <PlayerSearch
                texts={texts}
                players={playerRecords.others}
                without={player.key}
                choose={setOther}
              />
            </>
          )}
        </Dialog>
      )}
    </>
  );
};
