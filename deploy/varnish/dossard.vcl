# Varnish 7 in front of Dossard: docs/operations.md, "A cache in front". `npm run bench -- --only edge_origin_requests` measures this file.
vcl 4.1;
import std;

backend default {
	.host = "127.0.0.1";
	.port = "3000";
	.first_byte_timeout = 30s;
	.between_bytes_timeout = 60s;
	.probe = {
		.url = "/health/live";
		.interval = 1s;
		.timeout = 1s;
		.window = 3;
		.threshold = 2;
		.initial = 2;
	}
}

# Addresses from which Dossard may purge (EDGE_URL).
acl origin {
	"localhost";
	"127.0.0.1";
	"::1";
}

sub vcl_recv {
	if (req.method == "PURGE") {
		# Behind a proxy on this machine every client has its address, so requests through a proxy are refused.
		# Varnish has appended its own entry to X-Forwarded-For: a comma means that a proxy added one before.
		if (client.ip !~ origin || req.http.X-Forwarded-Proto || req.http.Forwarded || req.http.X-Forwarded-For ~ ",") {
			return (synth(403));
		}
		# Without a competition: everything, after a reset.
		if (!req.http.x-competition) {
			ban("obj.http.x-of ~ .");
			return (synth(200));
		}
		# The header becomes part of the ban's expression.
		if (req.http.x-competition !~ "^[0-9]+$") {
			return (synth(400));
		}
		# The competition itself, and the lists of competitions.
		ban("obj.http.x-of == " + req.http.x-competition);
		ban("obj.http.x-of == all");
		return (synth(200));
	}

	if (req.restarts == 0) {
		unset req.http.x-page;
		unset req.http.x-again;
	}
	# Streams are passed through, byte by byte.
	if (req.method == "GET" && req.url ~ "^/api/(competitions/[0-9]+|speaker)/live(\?|$)") {
		return (pipe);
	}
	if (req.method != "GET" && req.method != "HEAD") {
		return (pass);
	}

	if (req.url ~ "^/(\?|$)" || req.url ~ "^/(public|overlay)/") {
		# Public pages have no session: only the language is used of the cookies.
		set req.http.x-page = "yes";
		if (req.http.Cookie ~ "(^|;\s*)app-language=(fr|en)(;|$)") {
			set req.http.Accept-Language = regsub(req.http.Cookie, "^(?:.*;\s*)?app-language=(fr|en).*$", "\1");
		} elseif (req.http.Accept-Language ~ "(?i)(^|,)\s*(fr|en)([-;,\s]|$)") {
			# The first of the two, as browsers list them.
			set req.http.Accept-Language = std.tolower(regsub(req.http.Accept-Language, "(?i)^(?:[^,]*,)*?\s*(fr|en)(?:[-;,\s].*)?$", "\1"));
		} else {
			set req.http.Accept-Language = "fr";
		}
		unset req.http.Cookie;
	} elseif (req.url ~ "^/api/competitions/([0-9]+/(liveranking/public|results/public)|public(\?|$))") {
		# These calls neither read nor set cookies.
		unset req.http.Cookie;
	} elseif (req.url ~ "^/(assets|icons)/" || req.url ~ "^/[^/]+\.(js|txt|xml|svg|webmanifest)$") {
		unset req.http.Cookie;
	} else {
		return (pass);
	}

	# Nothing expired while the server is up; a page of any age while it is down.
	if (std.healthy(req.backend_hint) && !req.http.x-again) {
		set req.grace = 0s;
	} else {
		set req.grace = 24h;
	}
	return (hash);
}

sub vcl_pipe {
	set bereq.http.Connection = "close";
}

sub vcl_backend_response {
	# The server could not render the page: an older one is better.
	if (beresp.status >= 500 && bereq.http.x-page) {
		return (abandon);
	}
	if (bereq.uncacheable) {
		return (deliver);
	}
	if (beresp.http.Set-Cookie || beresp.http.Cache-Control !~ "public") {
		# For example a future version: it may exist in a moment.
		set beresp.uncacheable = true;
		set beresp.ttl = 1s;
		return (deliver);
	}
	set beresp.http.x-of = "all";
	if (bereq.url ~ "^/(api/competitions|public/competitions|overlay)/[0-9]+") {
		set beresp.http.x-of = regsub(bereq.url, "^/(?:api/competitions|public/competitions|overlay)/([0-9]+).*$", "\1");
	}
	if (bereq.url !~ "^/assets/") {
		# Any number of readers cause one request a second, and get nothing older.
		set beresp.ttl = 1s;
	}
	set beresp.keep = 10m;
	set beresp.grace = 0s;
	if (beresp.http.Content-Type ~ "^(text/html|image/)" || bereq.url ~ "^/assets/") {
		set beresp.grace = 24h;
	}
	# Skips Varnish's built-in rules, which do not cache answers that browsers must revalidate.
	return (deliver);
}

sub vcl_backend_error {
	return (abandon);
}

sub vcl_synth {
	# The server did not answer: look up pages once more, of any age.
	if (resp.status >= 500 && req.http.x-page && !req.http.x-again && req.restarts == 0) {
		set req.http.x-again = "yes";
		return (restart);
	}
}

sub vcl_deliver {
	# Scripts can read this header of their page, which then shows its age.
	if (req.http.x-page && resp.http.Age) {
		set resp.http.Server-Timing = "age;dur=" + resp.http.Age + "000";
	}
	unset resp.http.x-of;
	unset resp.http.X-Varnish;
	unset resp.http.Via;
}
