package console

import "net/http"

// SignIn shows the sign-in form for the email address.
func (c *Console) SignIn(w http.ResponseWriter, r *http.Request) {
	if _, err := c.people.Peek(r.Context(), c.token(r)); err == nil {
		http.Redirect(w, r, Path, http.StatusSeeOther)
		return
	}
	c.show(w, "signin.html", http.StatusOK, view{Title: "Sign in"})
}

// SignedIn processes the email address, and then the codes.
func (c *Console) SignedIn(w http.ResponseWriter, r *http.Request) {
	v := view{Title: "Sign in", Email: r.PostFormValue("email"), Challenge: r.PostFormValue("challenge")}
	var err error
	if v.Challenge == "" {
		v.Challenge, err = c.people.RequestCode(r.Context(), v.Email)
	} else {
		var token string
		token, err = c.people.SignIn(r.Context(), v.Challenge, r.PostFormValue("code"), r.PostFormValue("app"))
		if err == nil {
			c.keepToken(w, token)
			http.Redirect(w, r, Path, http.StatusSeeOther)
			return
		}
	}
	status := http.StatusOK
	if err != nil {
		v.Problem, status = c.words(r, err), statusOf(err)
	}
	c.show(w, "signin.html", status, v)
}

// SignOut ends the session.
func (c *Console) SignOut(w http.ResponseWriter, r *http.Request) {
	if err := c.people.SignOut(r.Context(), c.token(r)); err != nil {
		c.fail(w, r, err)
		return
	}
	c.keepToken(w, "")
	http.Redirect(w, r, Path+"/sign-in", http.StatusSeeOther)
}
