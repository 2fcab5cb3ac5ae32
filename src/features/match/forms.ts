export { default as styles } from '../../styles/match-forms.scss?inline';
export { Correct } from './Correct.tsx';
export { History } from './History.tsx';
export { NewMatch } from './NewMatch.tsx';
export { Statistics } from './Statistics.tsx';
