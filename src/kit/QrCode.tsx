import { encode } from 'uqr';

/** The quiet zone in modules that ISO/IEC 18004 requires. */
const QUIET = 4;

interface Props {
  readonly text: string;
  readonly label: string;
  /** Can be smaller on a white background. */
  readonly quiet?: number;
}

/** An address as a QR code, dark on white in every theme. */
export const QrCode = ({ text, label, quiet = QUIET }: Props) => {
  const { data, size } = encode(text, { ecc: 'M', border: quiet });
  const modules = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={modules.join('')} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
};
