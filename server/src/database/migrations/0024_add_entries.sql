CREATE TABLE "entries" (
	"competition_id" integer NOT NULL,
	"id" serial NOT NULL,
	"form_id" integer NOT NULL,
	"key" text NOT NULL,
	"category" text NOT NULL,
	"gender" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"club" text,
	"licence" text,
	"state" text NOT NULL,
	"entered_at" timestamp (3) with time zone,
	"dossard" integer,
	CONSTRAINT "entries_competition_id_id_pk" PRIMARY KEY("competition_id","id"),
	CONSTRAINT "entries_key" UNIQUE("competition_id","form_id","key"),
	CONSTRAINT "entries_gender" CHECK ("entries"."gender" in ('H', 'F')),
	CONSTRAINT "entries_state" CHECK ("entries"."state" in ('pending', 'waiting', 'accepted', 'refused', 'withdrawn', 'double'))
);
--> statement-breakpoint
CREATE TABLE "entry_forms" (
	"competition_id" integer NOT NULL,
	"id" serial NOT NULL,
	"form_key" text NOT NULL,
	"email" text NOT NULL,
	"contact_name" text NOT NULL,
	"phone" text,
	"language" text NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	CONSTRAINT "entry_forms_competition_id_id_pk" PRIMARY KEY("competition_id","id"),
	CONSTRAINT "entry_forms_key" UNIQUE("competition_id","form_key"),
	CONSTRAINT "entry_forms_language" CHECK ("entry_forms"."language" in ('fr', 'en'))
);
--> statement-breakpoint
CREATE TABLE "entry_links" (
	"competition_id" integer NOT NULL,
	"token_hash" text NOT NULL,
	"form_id" integer NOT NULL,
	CONSTRAINT "entry_links_competition_id_token_hash_pk" PRIMARY KEY("competition_id","token_hash")
);
--> statement-breakpoint
CREATE TABLE "entry_origins" (
	"competition_id" integer NOT NULL,
	"dossard" integer NOT NULL,
	"email_hash" text NOT NULL,
	CONSTRAINT "entry_origins_competition_id_dossard_pk" PRIMARY KEY("competition_id","dossard")
);
--> statement-breakpoint
CREATE TABLE "entry_pages" (
	"competition_id" integer PRIMARY KEY NOT NULL,
	"is_open" boolean DEFAULT false NOT NULL,
	"closes_on" date,
	"limit_in_all" integer,
	"limits_of_groups" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"link" text DEFAULT '' NOT NULL,
	"keep_days" integer DEFAULT 30 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_form" FOREIGN KEY ("competition_id","form_id") REFERENCES "public"."entry_forms"("competition_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entry_forms" ADD CONSTRAINT "entry_forms_competition_id_competitions_id_fk" FOREIGN KEY ("competition_id") REFERENCES "public"."competitions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entry_links" ADD CONSTRAINT "entry_links_form" FOREIGN KEY ("competition_id","form_id") REFERENCES "public"."entry_forms"("competition_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entry_origins" ADD CONSTRAINT "entry_origins_competition_id_competitions_id_fk" FOREIGN KEY ("competition_id") REFERENCES "public"."competitions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entry_pages" ADD CONSTRAINT "entry_pages_competition_id_competitions_id_fk" FOREIGN KEY ("competition_id") REFERENCES "public"."competitions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "entry_links_token" ON "entry_links" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "entry_origins_email" ON "entry_origins" USING btree ("email_hash");