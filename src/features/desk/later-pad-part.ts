export { default as styles } from '../../styles/pad.scss?inline';
export { PadLayer } from './PadLayer.tsx';
