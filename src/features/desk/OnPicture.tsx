import { LiveBoard } from '../board/LiveBoard.tsx';
import type { PartProps } from './props.ts';
import type { ScreenTexts } from '../../kit/venue-texts.ts';
import type { CSSProperties } from 'react';
import { isWiderThanPicture, shareOfPicture } from '../../core/overlay/overlay-link.ts';
import type { Look } from '../../core/overlay/look.ts';
import { pictureOf } from '../../core/site/picture.ts';
import { DEFAULT_LOCALE } from '../../i18n/locales.ts';

interface Props {
  readonly desk: PartProps['desk'];
  readonly look: Look;
  readonly texts: ScreenTexts;
}

/** A photo of a table from above, as a camera would show it. */
const TABLE = pictureOf('stream', DEFAULT_LOCALE);
const SIZES = '(min-width: 62rem) 60vw, 100vw';

/** A preview of the table's overlay with a look, at its position on a stream's picture. */
export const OnPicture = ({ desk, look, texts }: Props) => {
  const share = { '--share': `${shareOfPicture(look) * 100}%` } as CSSProperties;
  return (
    <section className="look__preview" aria-label={texts.look.preview}>
      <div className="look__picture" dir="ltr" data-testid="look-picture">
        <picture>
          <source type="image/avif" srcSet={TABLE.avif} sizes={SIZES} />
          <img {...TABLE.jpg} sizes={SIZES} alt="" />
        </picture>
        <div className="look__place" data-place={look.layout} style={share}>
          <LiveBoard overlay={desk} look={look} texts={texts.inAll[look.locale]} />
        </div>
      </div>
      <p className="look__note" role="status">
        {isWiderThanPicture(look) && texts.look.wide}
      </p>
    </section>
  );
};
