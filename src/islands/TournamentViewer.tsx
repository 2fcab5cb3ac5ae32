import { TournamentPage, type TournamentTexts } from '../features/public/TournamentPage.tsx';

/** A tournament's public page. */
export default function TournamentViewer({ texts }: { readonly texts: TournamentTexts }) {
  return <TournamentPage texts={texts} />;
}
