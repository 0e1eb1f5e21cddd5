import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { LONGEST_RETENTION as days } from '#shared/domain/retention.ts'
import { withFrenchSpaces } from '#shared/writing/french-text.ts'
import { useSettings } from '#web/lib/settings.ts'
import { Page } from '#web/ui/page.tsx'
import styles from './privacy-page.module.css'

/** Entries without an end of their own go with the account. */
const kept: readonly { what: string; why: string; until?: string }[] = [
  {
    what: 'Votre adresse e-mail et votre mot de passe (chiffré, que personne ne peut lire)',
    why: 'vous connecter',
  },
  {
    what: "Votre accès Premium : date de fin, montant, moyen et référence du paiement. Le site n'encaisse rien et ne voit aucune carte",
    why: 'ouvrir ce que vous avez payé et pouvoir le prouver',
  },
  {
    what: "Les paiements que vous déclarez : moyen, référence, montant, date, note, et la photo du reçu, sans le lieu ni l'appareil. Seuls les propriétaires les voient",
    why: 'vérifier le paiement et ouvrir votre accès',
    until: `${span(days.paymentRequests)} pour la photo et pour une demande refusée ou retirée, ${span(days.audit)} pour une demande acceptée, ou jusqu'à la suppression du compte`,
  },
  {
    what: "Les sommes reçues ou rendues, et l'empreinte de leur référence : jour, montant, moyen, référence et numéro de compte, sans adresse",
    why: 'tenir les comptes, et reconnaître un paiement déclaré deux fois',
    until: `${span(days.audit)}, aussi après la suppression du compte`,
  },
  {
    what: 'Les e-mails que le site vous envoie : leur motif et leur date',
    why: 'ne pas vous les envoyer deux fois',
    until: span(days.mails),
  },
  {
    what: "Votre session : l'heure de votre dernière activité, l'empreinte de la clé de votre navigateur, et des empreintes courtes de son nom et de vos derniers réseaux",
    why: 'réserver le compte à une personne à la fois',
    until: "jusqu'à la session suivante ou la suppression du compte",
  },
  {
    what: 'Votre progression : ce que vous marquez « Fait », « À revoir » ou « À refaire », les points que vous vous donnez pour un exercice, les indices que vous demandez et si votre réponse était fausse, la page du document lu en dernier, et la filière que vous choisissez',
    why: 'vous la montrer, vous faire reprendre où vous en étiez et commencer par votre filière',
  },
  {
    what: "Vos examens blancs : sujet, début et fin, points que vous vous donnez, note à vous-même. Le propriétaire ne voit que des moyennes d'au moins cinq copies, sans nom, qui restent après la suppression",
    why: 'vous montrer vos résultats et ce qui est à retravailler',
  },
  {
    what: "Les erreurs que vous signalez dans un document : la page, le problème et vos mots, avec une empreinte de votre réseau, d'où l'on ne retrouve pas votre adresse IP",
    why: 'les corriger, vous dire la suite donnée et reconnaître un envoi en masse',
    until: `${span(days.reports)}, ou jusqu'à la suppression du compte`,
  },
  {
    what: 'Les questions que vous posez au professeur et ses réponses. Il peut publier une réponse avec la question réécrite, sans votre nom ; elle quitte le site avec votre question',
    why: 'vous répondre',
    until: `${span(days.questions)} après la réponse, ou jusqu'à la suppression du compte`,
  },
  {
    what: "Par jour : le nombre de documents ouverts, les noms des navigateurs, et des empreintes courtes des documents et des réseaux, d'où l'on ne retrouve pas votre adresse IP",
    why: 'reconnaître un compte partagé ou volé',
    until: span(days.accountDays),
  },
  {
    what: 'Les exemplaires PDF que vous enregistrez ou imprimez : document, date et code, avec votre adresse',
    why: "retrouver d'où vient une copie diffusée",
    until: span(days.copies),
  },
  {
    what: 'Une carte prépayée que vous activez : son numéro, son lieu de vente, le jour, avec votre adresse',
    why: "prouver l'activation et corriger une erreur",
    until: span(days.audit),
  },
  {
    what: "Le journal de l'administration : qui a modifié quoi, dont les décisions sur votre compte",
    why: "rendre compte de ces décisions, sans qu'elles puissent être effacées",
    until: span(days.audit),
  },
  {
    what: 'Une adresse bloquée, avec la raison du blocage',
    why: "faire respecter les conditions d'utilisation",
    until: "jusqu'au déblocage",
  },
  {
    what: 'Des journaux techniques sans adresse e-mail ni mot de passe',
    why: 'réparer les pannes et repousser les attaques',
    until: span(days.logs),
  },
  {
    what: "La raison pour laquelle un code n'a pas pu vous être envoyé, parfois avec votre adresse",
    why: "rétablir l'envoi",
    until: span(days.mailErrors),
  },
  {
    what: 'Des sauvegardes de la base de données',
    why: 'la rétablir après une panne',
    until: `${span(days.exports + days.deletedExports)}\u00a0; les états des ${days.pointInTime} derniers jours`,
  },
]

export function PrivacyPage() {
  const { privacy, contact } = useSettings()
  const email = privacy.contact ?? contact.email
  return (
    <Page
      title="Confidentialité"
      intro="Ce que le site sait de vous, pourquoi, pour combien de temps, et comment le lui faire oublier."
      width="text"
    >
      <Section id="responsable" title="Qui est responsable de vos données">
        <p>
          {privacy.controller}
          {privacy.address !== null && `, ${privacy.address},`} est responsable du traitement de vos données.
          Pour toute demande&nbsp;: <a href={`mailto:${email}`}>{email}</a>.
        </p>
        <p>
          Le traitement suit la loi 09-08 relative à la protection des personnes physiques à l'égard du
          traitement des données à caractère personnel.{' '}
          {privacy.declaration !== null && `Il est déclaré sous le numéro ${privacy.declaration}. `}
          {privacy.transfer !== null &&
            `La conservation des données hors du Maroc fait l'objet de la demande de transfert numéro ${privacy.transfer}.`}
        </p>
      </Section>
      <Section id="donnees" title="Ce qui est conservé, pourquoi et combien de temps">
        <p>
          Le site se consulte sans compte. Il compte alors vos demandes pour repousser les abus, sous une
          empreinte de votre réseau qui est effacée dans les jours qui suivent, et ne conserve rien d'autre
          sur vous. Avec un compte, il conserve aussi ceci&nbsp;:
        </p>
        <dl>
          {kept.map(({ what, why, until = "jusqu'à la suppression du compte" }) => (
            <div key={what} className={styles.item}>
              <dt>{withFrenchSpaces(what)}</dt>
              <dd>Pour {why}.</dd>
              <dd>Durée&nbsp;: {until}.</dd>
            </div>
          ))}
        </dl>
        <p>
          Les PDF que vous gardez hors ligne restent sur votre appareil, avec votre adresse sur chaque page.
          Ils en sont enlevés quand vous vous déconnectez, quand un autre compte s'y connecte et à la fin de
          Premium&nbsp;; après 30 jours sans contact avec le site, ils restent fermés jusqu'au prochain.
        </p>
        <p>
          Il n'y a ni publicité, ni mesure d'audience, ni revente. Votre navigateur garde votre session, votre
          thème et les pages vues pour fonctionner sans réseau. Un seul cookie, technique, lie les documents
          au navigateur qui les a demandés&nbsp;; aucun ne vous suit d'un site à l'autre.
        </p>
      </Section>
      <Section id="lieu" title="Où sont vos données et qui les voit">
        <ul className={styles.list}>
          <li>
            Elles sont conservées dans l'Union européenne, chez Amazon Web Services, à Paris (région
            eu-west-3), chiffrées. Seuls les propriétaires du site y ont accès, depuis leur tableau de bord.
          </li>
          <li>
            Les documents sont rangés sur Google Drive. C'est notre serveur qui les y demande, sans rien dire
            de vous. Quand un document s'affiche dans le lecteur de Google Drive, ou une vidéo dans celui de
            YouTube, Google voit votre adresse IP.
          </li>
          <li>
            L'image de certaines vidéos gratuites vient d'un autre site, par exemple YouTube. Votre navigateur
            la lui demande sans dire quelle page vous lisez&nbsp;; cet autre site voit, comme tout site, votre
            adresse IP.
          </li>
        </ul>
      </Section>
      <Section id="droits" title="Vos droits">
        <p>
          Vous pouvez demander à voir vos données, à les faire rectifier ou effacer, et vous opposer à leur
          traitement. Vous n'avez rien à justifier&nbsp;:
        </p>
        <ul className={styles.list}>
          <li>
            <Link to="/compte">Mon compte</Link> télécharge tout ce que le site sait de vous («&nbsp;Mes
            données&nbsp;») et supprime votre compte, aussitôt et pour toujours&nbsp;;
          </li>
          <li>
            pour le reste, écrivez à <a href={`mailto:${email}`}>{email}</a>&nbsp;;
          </li>
          <li>vous pouvez aussi vous adresser à l'autorité de contrôle&nbsp;: {privacy.authority}.</li>
        </ul>
      </Section>
      <Section id="suppression" title="Après la suppression du compte">
        <p>
          Le profil, le mot de passe, le paiement, les demandes et leurs photos, les questions, les erreurs
          signalées, la progression et les examens blancs sont effacés aussitôt. Restent, jusqu'à la fin de
          leur durée&nbsp;: les lignes du journal, les cartes activées et les exemplaires PDF qui portent
          votre adresse, les sommes sans elle, l'activité par jour, le motif et la date des e-mails envoyés,
          et les sauvegardes. Une adresse bloquée le reste.
        </p>
      </Section>
      <Section id="mineurs" title="Si vous avez moins de 18 ans">
        <p>
          Créez votre compte avec l'accord de vos parents ou de votre tuteur, et montrez-leur cette page. Ils
          peuvent exercer vos droits pour vous en écrivant à l'adresse ci-dessus. Le site ne demande ni votre
          nom, ni votre âge, ni votre établissement.
        </p>
      </Section>
    </Page>
  )
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

/** '90 jours au plus', '3 ans au plus' */
function span(longest: number): string {
  const years = longest / 365
  if (!Number.isInteger(years)) return `${longest} jours au plus`
  return years === 1 ? 'un an au plus' : `${years} ans au plus`
}
