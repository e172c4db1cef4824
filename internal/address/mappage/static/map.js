"use strict";
// The page of Google's maps. The dashboard frames it and speaks with it over a
// message channel: calls with a number go in, answers with the same number,
// moves of the map and a failure come out.
(() => {
  const setting = JSON.parse(document.getElementById("setting").textContent);
  const POLL_MS = 500;
  const WAIT_MS = 20_000;
  const NEAR = 1e-6; // degrees: what Google may round off

  let report = () => {};
  const failed = (reason) => report({ failed: String(reason) });
  window.gm_authFailure = () => failed("The key is refused.");

  // Google's script says by itself when it is ready, but not when it never will be.
  const load = () =>
    new Promise((resolve, reject) => {
      const script = document.createElement("script");
      const query = new URLSearchParams({
        key: setting.key, v: "weekly", loading: "async", libraries: "places", language: setting.language, region: "IN",
      });
      script.src = "https://maps.googleapis.com/maps/api/js?" + query;
      script.onerror = () => reject(new Error("Google's script could not be loaded."));
      document.head.append(script);
      const until = Date.now() + WAIT_MS;
      const poll = setInterval(() => {
        const ready = typeof window.google?.maps?.importLibrary === "function";
        if (!ready && Date.now() < until) return;
        clearInterval(poll);
        if (ready) resolve(window.google.maps);
        else reject(new Error("Google's script did not get ready."));
      }, POLL_MS);
    });

  const plain = (point) => ({ lat: point.lat(), lng: point.lng() });
  const samePoint = (a, b) => Math.abs(a.lat - b.lat) < NEAR && Math.abs(a.lng - b.lng) < NEAR;

  const show = (maps, { centre, zoom, label }) => {
    const element = document.getElementById("map");
    const map = new maps.Map(element, {
      center: centre, zoom, disableDefaultUI: true, clickableIcons: false, gestureHandling: "greedy", keyboardShortcuts: true,
    });
    element.setAttribute("aria-label", label);
    let told = centre;
    map.addListener("idle", () => {
      const now = plain(map.getCenter());
      if (samePoint(now, told)) return;
      told = now;
      report({ moved: now });
    });
    return {
      moveTo(point) {
        told = point;
        map.setCenter(point);
      },
      zoomBy: (steps) => map.setZoom(map.getZoom() + steps),
    };
  };

  const result = ({ formatted_address, geometry, address_components }) => ({
    formatted_address,
    geometry: geometry?.location ? { location: plain(geometry.location) } : undefined,
    address_components: (address_components ?? []).map(({ long_name, types }) => ({ long_name, types })),
  });

  // Statuses other than OK come as errors with a code.
  const geocoding = ({ Geocoder }) => {
    const ask = async (request) => {
      try {
        const { results } = await new Geocoder().geocode({ ...request, language: setting.language, region: "IN" });
        return { status: results.length > 0 ? "OK" : "ZERO_RESULTS", results: results.map(result) };
      } catch (error) {
        return { status: error.code ?? "UNKNOWN_ERROR", results: [] };
      }
    };
    return {
      reverse: (point) => ask({ location: point }),
      geocode: (address) => ask({ address, componentRestrictions: { country: "IN" } }),
    };
  };

  const places = ({ AutocompleteSuggestion, AutocompleteSessionToken }) => {
    let session;
    const found = new Map();
    return {
      async search(input) {
        session ??= new AutocompleteSessionToken();
        const { suggestions } = await AutocompleteSuggestion.fetchAutocompleteSuggestions({
          input, includedRegionCodes: ["in"], sessionToken: session, language: setting.language,
        });
        const predictions = suggestions.map(({ placePrediction }) => placePrediction).filter(Boolean);
        for (const prediction of predictions) found.set(prediction.placeId, prediction);
        return predictions.map(({ placeId, text }) => ({ id: placeId, text: text.text }));
      },
      async details(id) {
        const place = found.get(id)?.toPlace();
        if (!place) return null;
        session = undefined; // a session ends with the place that was chosen
        await place.fetchFields({ fields: ["location", "addressComponents", "formattedAddress"] });
        return result({
          formatted_address: place.formattedAddress ?? "",
          geometry: { location: place.location },
          address_components: (place.addressComponents ?? []).map(({ longText, types }) => ({ long_name: longText, types })),
        });
      },
    };
  };

  const legacyPlaces = ({ AutocompleteService, AutocompleteSessionToken, PlacesService }) => {
    let session;
    const service = new PlacesService(document.createElement("div"));
    return {
      async search(input) {
        session ??= new AutocompleteSessionToken();
        const { predictions } = await new AutocompleteService().getPlacePredictions({
          input, componentRestrictions: { country: "in" }, sessionToken: session, language: setting.language,
        });
        return predictions.map(({ place_id, description }) => ({ id: place_id, text: description }));
      },
      details: (placeId) =>
        new Promise((resolve) => {
          const request = { placeId, fields: ["geometry", "address_components", "formatted_address"], sessionToken: session };
          session = undefined;
          service.getDetails(request, (place, status) => resolve(status === "OK" ? result(place) : null));
        }),
    };
  };

  const start = async (options) => {
    const google = await load();
    const [maps, geocoder, library] = await Promise.all(
      ["maps", "geocoding", "places"].map((name) => google.importLibrary(name)),
    );
    const search = setting.legacyPlaces ? legacyPlaces(library) : places(library);
    return { ...show(maps, options), ...geocoding(geocoder), ...search };
  };

  const serve = (channel, options) => {
    report = (message) => channel.postMessage(message);
    const started = start(options);
    started.then(() => report({ ready: true }), (error) => failed(error.message));
    channel.onmessage = async ({ data: { id, call, input } }) => {
      try {
        const calls = await started;
        report({ id, answer: await calls[call](input) });
      } catch (error) {
        report({ id, error: error.message });
      }
    };
  };

  // Only who frames this page is heard, and only once.
  const hear = ({ source, data, ports }) => {
    if (source !== window.parent || data?.type !== "rento:map" || !ports[0]) return;
    window.removeEventListener("message", hear);
    serve(ports[0], data.options);
  };
  window.addEventListener("message", hear);
})();
