DELETE FROM "passkeys" USING "users"
WHERE users.id = passkeys.user_id AND (email_verified_at IS NULL OR passkeys.created_at < email_verified_at);--> statement-breakpoint
DELETE FROM "code_factors" USING "users"
WHERE users.id = code_factors.user_id AND (email_verified_at IS NULL OR confirmed_at < email_verified_at);--> statement-breakpoint
DELETE FROM "recovery_codes"
WHERE user_id NOT IN (SELECT user_id FROM "passkeys" UNION SELECT user_id FROM "code_factors" WHERE secret IS NOT NULL);
