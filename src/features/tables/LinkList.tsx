import { isOver } from '../../core/tables/links.ts';
import { whenText } from '../../core/time/text.ts';
import { isolated } from '../../i18n/isolated.ts';
import type { Links, LinksView } from './links.ts';
import type { Areas } from '../../i18n/texts.ts';
import { formatMessage } from '../../i18n/format.ts';
import type { VenueTexts } from '../../kit/venue-texts.ts';
import { Ask } from '../../kit/Ask.tsx';

type Link = NonNullable<LinksView['links']>[number];

interface Props {
  readonly texts: VenueTexts;
  readonly links: Links;
  readonly listed: readonly Link[];
  readonly now: number;
  /** The texts of the confirmation before revoking. */
  readonly revoking: Pick<Areas['tables']['links'], 'revoke' | 'revokeNamed' | 'ask' | 'warning' | 'confirm'>;
  /** A link's purpose, if they differ. */
  readonly does?: (link: Link) => string;
}

/** Whether a link works, when it expires, and when it was last used. */
const LinkState = ({ texts, link, now }: { texts: VenueTexts; link: Link; now: number }) => {
  const time = (millis: number): string => whenText(millis, now, texts.locale);
  const end = (): string => {
    if (link.revoked) return texts.tables.links.revoked;
    if (link.endsAtMillis === null) return texts.tables.links.endless;
    return formatMessage(texts.tables.links[isOver(link, now) ? 'over' : 'until'], {
      time: time(link.endsAtMillis),
    });
  };
  return (
    <p className="field__hint">
      {[
        end(),
        link.lastUsedAtMillis === null
          ? texts.tables.links.unused
          : formatMessage(texts.tables.links.used, { time: time(link.lastUsedAtMillis) }),
      ].join(' · ')}
    </p>
  );
};

/** A table's links of one kind, each with a key to revoke it. */
export const LinkList = ({ texts, links, listed, now, revoking, does }: Props) =>
  listed.length > 0 && (
    <ul className="lines">
      {listed.map((link) => {
        const label = link.label || (does?.(link) ?? texts.tables.links.unnamed);
        const closed = link.revoked || isOver(link, now);
        return (
          <li className={`line ${closed ? 'line--closed' : ''}`} key={link.id}>
            <div className="grow">
              <p className="strong">
                <bdi translate="no">{label}</bdi>
              </p>
              {link.label && does && <p>{does(link)}</p>}
              <LinkState texts={texts} link={link} now={now} />
            </div>
            {!closed && (
              <Ask
                texts={texts}
                opener={{
                  text: revoking.revoke,
                  label: formatMessage(revoking.revokeNamed, { label: isolated(label) }),
                }}
                title={revoking.ask}
                confirm={revoking.confirm}
                change={() => links.revoke(link.id)}
              >
                <p className="strong">
                  <bdi translate="no">{label}</bdi>
                </p>
                <p>{revoking.warning}</p>
              </Ask>
            )}
          </li>
        );
      })}
    </ul>
  );
