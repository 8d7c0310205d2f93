"""Words on buttons that say what pressing them does, in a few languages.

Short on purpose: verbs that a button shows for deeds that cannot be taken back (R2), that leave
this computer (R3), or that open it to others (R4). English, German, French, Spanish, Italian,
Portuguese, Dutch, Polish, Russian, Chinese and Japanese. A word that is missing makes an action
ordinary work, so the list is a help and not a wall. Not here: what secrets are called
(`privacy/words.py`).
"""

from __future__ import annotations

IRREVERSIBLE = """
    delete, remove, erase, discard, don't save, do not save, without saving, overwrite, replace,
    empty trash, format disk, format drive, reset, uninstall, shut down, power off, restart,
    reboot, log out, sign out,
    submit, sign, revert, wipe, clear all, clear history, register, purge, terminate, force quit,
    close account, close my account, deactivate account, revoke, kill, shutdown, move to trash,
    move to the trash, move to bin, move to recycle bin, move to wastebasket, 🗑
    löschen, entfernen, verwerfen, nicht speichern, überschreiben, ersetzen, papierkorb leeren,
    zurücksetzen, deinstallieren, herunterfahren, neu starten, abmelden, absenden, unterschreiben,
    in den papierkorb, in den müll, zugriff widerrufen, zertifikat widerrufen, ohne zu speichern,
    ohne speichern, ersetze, verlauf leeren, chronik leeren, neustarten, abschicken,
    signieren
    supprimer, effacer, ne pas enregistrer, écraser, remplacer, vider la corbeille, réinitialiser,
    désinstaller, éteindre, redémarrer, se déconnecter, soumettre, signer, enlever, retirer,
    révoquer, à la corbeille, vers la corbeille, dans la corbeille, sans enregistrer, abandonner,
    vider l'historique, fermer la session
    eliminar, borrar, descartar, no guardar, sobrescribir, reemplazar, vaciar la papelera,
    restablecer, desinstalar, apagar, reiniciar, cerrar sesión, firmar, quitar, revocar,
    a la papelera, cerrar sin guardar, salir sin guardar, sustituir, suprimir, sobreescribir,
    desechar, limpiar histórico, limpiar historial, vaciar papelera, cerrar la sesión, revertir
    elimina, cancella definitivamente, non salvare, sovrascrivi, sostituisci, svuota il cestino,
    ripristina, disinstalla, spegni, riavvia, firma, rimuovi, revoca, nel cestino, senza salvare,
    scarta, cancella, rimpiazza, reimposta, azzera, svuota cestino
    excluir, apagar, não salvar, não guardar, substituir, esvaziar lixeira, redefinir, desligar,
    remover, revogar, para a lixeira, para o lixo, para lixeira, fechar sem salvar,
    fechar sem guardar, fechar sem gravar, sair sem salvar, sair sem guardar, não gravar,
    sobrescrever, submeter, limpar histórico, limpar o histórico, esvaziar a lixeira,
    esvaziar o lixo, esvaziar lixo, terminar sessão, encerrar sessão, sair da sessão
    verwijderen, niet opslaan, overschrijven, vervangen, prullenbak legen, afsluiten, ondertekenen,
    intrekken, naar prullenbak, naar de prullenbak, in prullenbak, zonder opslaan,
    zonder op te slaan, sla niet op, verwijder, vervang, verwerpen, overschrijf,
    geschiedenis wissen, alles wissen, prullenbak ledigen, herstarten, uitloggen, afmelden,
    indienen, terugdraaien, deïnstalleren
    usuń, nie zapisuj, zastąp, opróżnij kosz, odinstaluj, wyłącz, unieważnij, do kosza,
    bez zapisywania, odrzuć, porzuć, skasuj, nadpisz, wyczyść historię, uruchom ponownie,
    wyloguj
    удалить, не сохранять, заменить, очистить корзину, сбросить, выключить, отозвать,
    переместить в корзину, без сохранения, отбросить, перезаписать, стереть, сброс,
    отклонить изменения, отменить изменения, очистить историю, перезапустить,
    завершить сеанс, подписать
    删除, 不保存, 覆盖, 替换, 清空, 卸载, 重置, 提交, 移除, 到回收站, 至回收站, 到废纸篓,
    至废纸篓, 放弃, 丢弃, 舍弃, 清除历史, 全部清除, 关机, 重启, 重新启动, 注销, 退出登录
    削除, 保存しない, 上書き, 置き換え, ゴミ箱を空にする, 送信する, ゴミ箱に移動, ゴミ箱へ移動,
    ゴミ箱に入れる, 失効させる, ごみ箱に移動, ごみ箱へ移動, ごみ箱を空にする, 保存せず, 破棄, 置換,
    履歴をクリア, 履歴のクリア, 履歴を消去, 再起動, 電源を切る, シャットダウン, ログアウト
"""
ALONE = """
    ausschalten, format, formatieren, formater, formatear, formatta, formatar, formatteren,
    formatuj, форматировать, 格式化, フォーマット, リセット, prune
"""
"""Deeds where they are all that a push button says; elsewhere they are the names of menus."""
OUTSIDE = """
    send, reply all, forward message, post, publish, share, tweet, buy, buy now, pay, pay now,
    purchase,
    order now, place order, place your order, complete order, complete your order, place bid,
    withdraw, deploy, merge pull request, start free trial, check out, checkout, donate, transfer,
    subscribe, unsubscribe,
    book now, book flight, install, upload, call now, invite, confirm payment, confirm order, sell,
    proceed to payment, continue to payment, go to payment, make payment, make a payment,
    paste and go, paste & go, paste and search
    senden, antworten an alle, weiterleiten, veröffentlichen, teilen, kaufen, jetzt kaufen,
    bezahlen,
    zahlungspflichtig bestellen, bestellen, bestellung aufgeben, bestellung abschicken,
    kauf abschließen, spenden, überweisen, abonnieren, buchen, installieren,
    hochladen, anrufen, einladen, verkaufen, zur zahlung, zur bezahlung, zur kasse,
    einfügen und los, einfügen und aufrufen, einfügen und suchen
    envoyer, transférer, publier, partager, acheter, payer, commander, passer la commande,
    faire un don, s'abonner, réserver, installer, téléverser, appeler, inviter, vendre, au paiement,
    coller et ouvrir, coller et accéder, coller et rechercher
    enviar, reenviar, publicar, compartir, comprar, pagar, hacer pedido,
    realizar pedido, tramitar pedido, finalizar la compra, donar, transferir,
    suscribirse, reservar, instalar, llamar, invitar, vender, al pago,
    pegar e ir, pegar y buscar
    invia, inoltra, pubblica, condividi, acquista, paga, ordina, effettua l'ordine, dona,
    trasferisci, prenota, installa, vendi, al pagamento, alla cassa, incolla e vai,
    incolla e cerca
    enviar, encaminhar, compartilhar, partilhar, finalizar compra, fazer pedido, doar, assinar,
    para o pagamento, colar e ir, colar e acessar, colar e pesquisar
    versturen, verzenden, doorsturen, delen, kopen, betalen, bestellen,
    bestelling plaatsen, doneren, overmaken, boeken, verkopen, naar betaling, afrekenen,
    plakken en gaan, plakken en zoeken, installeren, installeer, uploaden
    wyślij, opublikuj, udostępnij, kup, zapłać, zamów, złóż zamówienie, przelej, zainstaluj,
    sprzedaj, do płatności, do kasy, wklej i przejdź, wklej i szukaj, wgraj
    отправить, опубликовать, поделиться, купить, оплатить, заказать, оформить заказ,
    перевести, установить, продать, к оплате, вставить и перейти,
    вставить и найти, загрузить на сервер, сделать пожертвование
    发送, 发布, 分享, 购买, 付款, 支付, 下单, 转账, 安装, 上传, 卖出, 出售, 去结算, 结账,
    粘贴并转到, 粘贴并前往, 粘贴并搜索, 捐赠, 捐款
    送信, 投稿, 共有, 購入, 支払う, 注文, 振込, インストール, アップロード, 売却, 売る, レジに進む,
    貼り付けて移動, 貼り付けて検索, 寄付
"""
OPENING = """
    allow, always allow, allow access, grant, grant access, permit, trust, authenticate, authorize,
    authorise, approve, unlock, change password, reset password, add key, enable remote,
    enable macros, enable content, run anyway, open anyway, launch anyway, mark executable,
    mark as trusted, accept the risk, unsafe
    erlauben, zulassen, zugriff gewähren, vertrauen, authentifizieren, autorisieren, genehmigen,
    entsperren, freigeben, makros aktivieren, inhalt aktivieren, trotzdem ausführen,
    trotzdem öffnen, trotzdem starten, als ausführbar markieren, als vertrauenswürdig markieren,
    legitimieren, risiko akzeptieren
    autoriser, permettre, faire confiance, s'authentifier, approuver, déverrouiller,
    activer les macros, activer le contenu, exécuter quand même, ouvrir quand même,
    lancer quand même, lancer malgré tout, marquer exécutable, marquer comme fiable, authentifier,
    accepter le risque
    permitir, conceder, confiar, autenticar, autorizar, aprobar, desbloquear, habilitar macros,
    activar macros, habilitar contenido, ejecutar de todas formas, abrir de todas formas,
    lanzar de todos modos, lanzar de todas formas, marcar como ejecutable, marcar como de confianza,
    aceptar el riesgo
    consenti, concedi, autorizza, autentica, approva, sblocca, abilita macro, abilita contenuto,
    esegui comunque, apri comunque, avvia comunque, lancia comunque, rendi eseguibile,
    contrassegna come attendibile, accetta il rischio
    conceder, aprovar, ativar macros, habilitar conteúdo, executar assim mesmo,
    abrir mesmo assim, lançar mesmo assim, ainda assim iniciar, marcar executável,
    assinalar como executável, marcar como confiável, destrancar, aceitar o risco
    toestaan, vertrouwen, verifiëren, goedkeuren, ontgrendelen, macro's inschakelen,
    inhoud inschakelen, toch uitvoeren, toch openen, toch starten, markeer als uitvoerbaar,
    als vertrouwd markeren, risico aanvaarden
    zezwól, zezwalaj, zaufaj, uwierzytelnij, zatwierdź, odblokuj, włącz makra,
    włącz zawartość, uruchom mimo to, otwórz mimo to, nadaj prawa uruchamiania,
    oznacz jako zaufany, akceptuję ryzyko
    разрешить, доверять, подтвердить личность, одобрить, разблокировать,
    включить макросы, включить содержимое, все равно открыть, запустить всё равно,
    сделать исполняемым, считать проверенным, принять риск
    允许, 授权, 信任, 批准, 解锁, 启用宏, 启用内容, 仍要运行, 仍要打开, 仍然启动, 标记为可执行,
    接受风险
    許可, 信頼, 信用する, 認証, 承認, ロック解除, マクロを有効, コンテンツの有効化, とにかく実行,
    とにかく起動, 危険性を承知
"""
YES = """
    ok, okay, yes, continue, confirm, proceed, accept, agree, i agree, ja, weiter, bestätigen,
    fortfahren, fortsetzen, annehmen, akzeptieren, übernehmen, oui, continuer, confirmer, accepter,
    valider, sí, aceptar, continuar, confirmar, sì, continua, conferma, accetta, sim, aceitar,
    doorgaan, bevestigen, oké, tak, potwierdź, kontynuuj, akceptuj, zaakceptuj, przyjmij, да,
    продолжить, принять, 是, 确定, 确认, 继续, 接受, はい, 続行, apply, anwenden, appliquer,
    aplicar, applica, toepassen, zastosuj, применить, 应用, 適用
    yes to all, yes all, ok to all, apply to all, yes please, yes continue, continue anyway,
    proceed anyway, do it, do it anyway, go ahead, ja zu allem, ja zu allen, trotzdem fortfahren,
    oui pour tous, oui pour tout, oui à tous, continuer quand même, sí a todo, sí a todos,
    continuar de todos modos, sì a tutti, sì a tutto, sim para todos, sim para tudo, ja op alles,
    tak na wszystkie, tak dla wszystkich, да для всех, все равно продолжить, 全是, 全部是,
    全部确定, 仍然继续, すべてはい
"""
PASTE = "paste, einfügen, coller, pegar, incolla, colar, plakken, wklej, вставить, 粘贴, 貼り付け"
NO = """
    cancel, no, no thanks, not now, close, back, go back, later, keep, keep it, ignore, skip,
    dismiss, abbrechen, nein, schließen, zurück, später, annuler, non, fermer, retour, plus tard,
    cancelar, no, cerrar, atrás, más tarde, annulla, chiudi, indietro, não, fechar, voltar,
    annuleren, nee, sluiten, terug, anuluj, nie, zamknij,
    отмена, отменить, нет, закрыть, назад, позже, 取消, 关闭, 返回, 否,
    キャンセル, いいえ, 閉じる, 戻る
"""
FINAL = """
    permanently, cannot be undone, can't be undone, irreversible, unwiderruflich, endgültig,
    définitivement, irréversible, permanentemente, irreversible, definitivamente, onherroepelijk,
    nieodwracalnie, безвозвратно, 永久, 无法撤销, 完全に, will be lost, loss of data, data loss,
    nicht rückgängig gemacht werden, datenverlust, perte de données, no se puede deshacer,
    pérdida de datos, perdita di dati, perda de dados, niet ongedaan worden gemaakt,
    gegevensverlies, nie można cofnąć, utrata danych, нельзя отменить, потеря данных, 数据丢失,
    无法恢复, 元に戻せません, dauerhaft, gehen verloren, verloren gehen, geht verloren,
    für immer verloren, unwiederbringlich, sera perdu, seront perdus, seront perdues, se perderá,
    se perderán, para siempre, sarà perso, saranno persi, saranno perse, andrà perso,
    andranno persi, andranno perse, per sempre, será perdido, serão perdidos, serão perdidas,
    gaan verloren, verloren gaan, gaat verloren, zostaną utracone, будут потеряны, будут утеряны,
    会丢失, 将丢失, 失われます
"""
STARTS = """
    run program, run command, run application, run a program, run a command, run dialog,
    run in terminal, execute, execute command, execute program, launch, launch application,
    application finder, application launcher, shell command, open terminal, open in terminal,
    open a terminal, new terminal, anwendung ausführen, befehl ausführen, programm ausführen,
    ausführen, im terminal öffnen, terminal hier öffnen, hier terminal öffnen, exécuter,
    exécuter une commande, lancer, ouvrir un terminal, ejecutar, ejecutar una aplicación,
    abrir terminal, abrir un terminal, abrir una terminal, esegui, esegui comando, apri terminale,
    apri un terminale, executar, abrir o terminal, abrir um terminal, abrir uma consola,
    uitvoeren, terminal hier openen, uruchom, wykonaj, otwórz terminal, выполнить, запустить,
    открыть терминал, 运行, 执行, 打开终端, 在此打开终端, 在此处打开终端, 実行, 端末を開く,
    ここで端末を開く
"""
RUNS = """
    run, run module, run script, run file, run code, run cell, run all, run customized,
    run current script, run current file, run without debugging, build, build all, rebuild, make,
    make all, compile, debug, start debugging, play, ausführen, starten, erstellen, kompilieren,
    exécuter, ejecutar, esegui, executar, uruchom, запустить, выполнить, 运行, 実行
"""
CONSOLES = """
    terminal, console, konsole, shell, repl, command window, command prompt, interpreter, ipython
"""
TRASH = """
    trash, rubbish bin, recycle bin, wastebasket, waste basket, bin, papierkorb, corbeille,
    papelera, cestino, lixeira, prullenbak, kosz, корзина, 回收站, 废纸篓, ゴミ箱
"""
SECURITY = """
    authentication required, authenticate, unlock keyring, unlock login keyring, keyring password,
    enter password, password required, security settings, legitimierung erforderlich,
    authentifizierung erforderlich, authentification requise, autenticación necesaria,
    autenticazione richiesta, autenticação necessária, authenticatie vereist
"""

OTHER_WORDS = frozenset(
    {
        *("remote", "summit", "unload", "reverb", "approval", "public", "installs", "hermit"),
        *("suchen", "verwenden", "verlangen", "anmelden", "abrufen", "laufen", "wenden", "weilen"),
        *("monate", "meilen", "zeilen", "haufen", "kuchen", "senken", "vertragen", "sonate"),
        *("filmar", "formar", "descargar", "registar", "clamar", "ordina", "permet", "oublier"),
        *("restant", "zoeken", "tellen", "bepalen", "levert", "metalen", "verwerken"),
        *("layer", "sweet", "crust", "sonar", "helen", "bayer", "mayer", "surge", "guitar", "sel"),
        *("render", "sender", "gender", "vendor", "tender", "lender", "bender", "verder", "rendre"),
        *("tendre", "vendée", "rendi", "bendi", "dendi", "verlopen", "verlaufen", "recover"),
        *("carta", "scarpa", "scarsa", "scorta", "cancela", "desenhar", "uitleggen"),
    }
)
"""Words that differ from a listed one by a letter and mean something else."""
