import arMails from '../../../i18n/ar/mails.json' with { type: 'json' };
import enMails from '../../../i18n/en/mails.json' with { type: 'json' };
import frMails from '../../../i18n/fr/mails.json' with { type: 'json' };
import arMatch from '../../../i18n/ar/match.json' with { type: 'json' };
import enMatch from '../../../i18n/en/match.json' with { type: 'json' };
import frMatch from '../../../i18n/fr/match.json' with { type: 'json' };
import arOverlay from '../../../i18n/ar/overlay.json' with { type: 'json' };
import enOverlay from '../../../i18n/en/overlay.json' with { type: 'json' };
import frOverlay from '../../../i18n/fr/overlay.json' with { type: 'json' };
import arResult from '../../../i18n/ar/result.json' with { type: 'json' };
import enResult from '../../../i18n/en/result.json' with { type: 'json' };
import frResult from '../../../i18n/fr/result.json' with { type: 'json' };
import arTournament from '../../../i18n/ar/tournament.json' with { type: 'json' };
import enTournament from '../../../i18n/en/tournament.json' with { type: 'json' };
import frTournament from '../../../i18n/fr/tournament.json' with { type: 'json' };
import arTournamentPage from '../../../i18n/ar/tournamentPage.json' with { type: 'json' };
import enTournamentPage from '../../../i18n/en/tournamentPage.json' with { type: 'json' };
import frTournamentPage from '../../../i18n/fr/tournamentPage.json' with { type: 'json' };
import { textsIn } from '../../../src/i18n/files.ts';

/** The texts that servers write, in all languages. Deno reads no folders, so each file is imported by name. */

export const MAIL_TEXTS = textsIn<'mails'>({ en: enMails, fr: frMails, ar: arMails });
export const MATCH_TEXTS = textsIn<'match'>({ en: enMatch, fr: frMatch, ar: arMatch });
export const OVERLAY_TEXTS = textsIn<'overlay'>({ en: enOverlay, fr: frOverlay, ar: arOverlay });
export const RESULT_TEXTS = textsIn<'result'>({ en: enResult, fr: frResult, ar: arResult });
export const TOURNAMENT_TEXTS = textsIn<'tournament'>({
  en: enTournament,
  fr: frTournament,
  ar: arTournament,
});
export const TOURNAMENT_PAGE_TEXTS = textsIn<'tournamentPage'>({
  en: enTournamentPage,
  fr: frTournamentPage,
  ar: arTournamentPage,
});
