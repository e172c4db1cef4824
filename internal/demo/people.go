package demo

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Person is a person in the demo city, with common names chosen by the seed.
type Person struct {
	Name   string
	Email  string
	Mobile string // ten digits
}

var givenNames = strings.Fields(`
Aarav Aditi Akash Amrita Anand Ananya Anil Anita Arjun Arun Asmita Bhavana Chirag Deepa Deepak Devika Divya Gaurav
Geeta Girish Harini Harsh Ishaan Ishita Jatin Jyoti Kalpana Karan Kavita Kiran Lakshmi Lalit Madhav Madhuri Mahesh
Manish Meera Megha Mohan Mohit Nandini Naveen Neha Nikhil Nisha Nitin Pallavi Pankaj Pooja Prakash Pranav Preeti
Priya Rahul Rajesh Rakesh Ramya Ravi Reena Rekha Ritu Rohan Rohit Sachin Sahil Sameer Sandhya Sanjay Sanya Sapna
Sarita Seema Shalini Shankar Shikha Shreya Shruti Siddharth Simran Smita Sneha Sonal Suman Sunil Suresh Swati Tanvi
Tarun Uday Uma Usha Vaishali Varun Vidya Vikas Vikram Vinay Vinod Vishal Yamini Yash Zara Imran Farhan Ayesha Sana
Joseph Maria Thomas Anjali Gurpreet Harleen Tenzin Lobsang`)

var familyNames = strings.Fields(`
Acharya Agarwal Ahmed Bansal Banerjee Bhat Bhatt Bose Chaudhary Chauhan Chopra Das Dasgupta Desai Deshmukh Dhillon
Dubey Fernandes Gandhi Ghosh Gill Goswami Gowda Gupta Hegde Iyengar Iyer Jain Joshi Kamath Kapoor Kaur Khan Khanna
Kulkarni Kumar Mahajan Malhotra Mehta Menon Mishra Mukherjee Murthy Naidu Nair Nambiar Pai Pandey Parekh Patel Patil
Pillai Prasad Rao Reddy Roy Saha Sahu Saxena Sen Sethi Shah Sharma Shetty Singh Sinha Soni Srinivasan Subramaniam
Tiwari Trivedi Varma Varghese Venkatesh Verma Vyas Yadav`)

// firstMobile is the first mobile number of people who are not personas. The personas' numbers
// start at 9000000001.
const firstMobile = 9_000_001_000

// person makes the n-th person. No two people share a number or an address.
func person(random *rand.Rand, n int) Person {
	given := givenNames[random.IntN(len(givenNames))]
	family := familyNames[random.IntN(len(familyNames))]
	return Person{
		Name:   given + " " + family,
		Email:  fmt.Sprintf("%s.%s.%d@example.in", strings.ToLower(given), strings.ToLower(family), n+1),
		Mobile: fmt.Sprintf("%010d", firstMobile+n),
	}
}

var societies = []string{
	"Gulmohar Residency", "Lake View Apartments", "Nandanvan", "Palm Grove", "Shanti Niketan", "Silver Oak Heights",
	"Sunrise Enclave", "Tulsi Gardens", "Ashoka Towers", "Banyan Court", "Chandan Villa", "Maple Homes",
}

var streets = []string{
	"1st Main Road", "4th Cross", "Church Street", "Gandhi Road", "Lake Road", "Market Road", "Park Lane",
	"School Road", "Station Road", "Temple Street", "Garden Road", "Ring Road",
}

// flat makes a door number such as B-304.
func flat(random *rand.Rand) string {
	return fmt.Sprintf("%c-%d%02d", 'A'+rune(random.IntN(4)), 1+random.IntN(9), 1+random.IntN(8))
}
