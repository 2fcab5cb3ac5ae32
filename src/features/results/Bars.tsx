import { LOCALES } from '../../i18n/locales.ts';
import { formatMessage } from '../../i18n/format.ts';
import type { ScreenTexts } from '../../kit/venue-texts.ts';

export interface Bar {
  readonly key: string | number;
  /** The bar's label. */
  readonly label: string;
  readonly value: number;
  /** The value as text. */
  readonly text: string;
}

interface Props {
  readonly texts: ScreenTexts;
  readonly bars: readonly Bar[];
}

/** The most names that fit below the bars on a phone. */
const NAMED = 7;
const LABELS = 5;
/** In rem. */
const WIDEST = 6;

const mostOf = (bars: readonly Bar[]): Bar =>
  bars.reduce((highest, bar) => (bar.value > highest.value ? bar : highest), bars[0] ?? NO_BAR);

const percentOf = (value: number, most: Bar): number => (most.value === 0 ? 0 : (value / most.value) * 100);

/**
 * Bars in reading order, with short labels below if they fit. The table beside them has the same numbers, so the bars
 * are hidden from screen readers.
 */
export const Bars = ({ texts, bars }: Props) => {
  const count = bars.length;
  const most = mostOf(bars);
  const step = count <= NAMED ? 1 : Math.ceil(count / LABELS);
  const isRtl = LOCALES[texts.locale].dir === 'rtl';
  return (
    // Keeps a few bars from becoming too wide.
    <div className="bars" aria-hidden="true" style={{ maxInlineSize: `${count * WIDEST}rem` }}>
      <p className="bars__most">{formatMessage(texts.resultsReport.most, { most: most.text })}</p>
      <svg className="bars__drawing" viewBox={`0 0 ${count} 100`} preserveAspectRatio="none">
        {bars.map(({ key, value }, index) => {
          const height = percentOf(value, most);
          const place = isRtl ? count - 1 - index : index;
          return (
            <rect
              key={key}
              className={value === most.value ? 'bars__bar bars__bar--most' : 'bars__bar'}
              x={place + 0.12}
              y={100 - height}
              width={0.76}
              height={height}
            />
          );
        })}
      </svg>
      <div className={`bars__labels ${step === 1 ? 'bars__labels--named' : ''}`}>
        {bars
          .filter((_, index) => index % step === 0)
          .map(({ key, label }, index) => (
            <span
              key={key}
              className="bars__label"
              style={{ flexGrow: Math.min(step, count - index * step) }}
            >
              {label}
            </span>
          ))}
      </div>
    </div>
  );
};

/**
 * Horizontal bars, each below its name, which may be long and in any script. The table beside them has the same
 * numbers.
 */
export const NamedBars = ({ texts, bars }: Props) => {
  const most = mostOf(bars);
  const isRtl = LOCALES[texts.locale].dir === 'rtl';
  return (
    <div className="bars" aria-hidden="true">
      {bars.map(({ key, label, value, text }) => {
        const width = percentOf(value, most);
        return (
          <div key={key} className="bars__line">
            <span className="bars__name">
              <bdi translate="no">{label}</bdi>
            </span>
            <span className="bars__value">{text}</span>
            <svg className="bars__lying" viewBox="0 0 100 1" preserveAspectRatio="none">
              <rect
                className={value === most.value ? 'bars__bar bars__bar--most' : 'bars__bar'}
                x={isRtl ? 100 - width : 0}
                width={width}
                height={1}
              />
            </svg>
          </div>
        );
      })}
    </div>
  );
};

const NO_BAR: Bar = { key: 0, label: '', value: 0, text: '' };
