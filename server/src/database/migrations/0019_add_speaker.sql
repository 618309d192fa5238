CREATE TABLE "speaker_links" (
	"competition_id" integer PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"created_by" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "referee_phones" ADD COLUMN "riding" integer;--> statement-breakpoint
ALTER TABLE "speaker_links" ADD CONSTRAINT "speaker_links_competition_id_competitions_id_fk" FOREIGN KEY ("competition_id") REFERENCES "public"."competitions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "speaker_links" ADD CONSTRAINT "speaker_links_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "speaker_links_token" ON "speaker_links" USING btree ("token_hash");